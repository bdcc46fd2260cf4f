import { describe, expect, it } from 'vitest'
import * as domain from '#domain/operation/labels'
import { EVENT_TYPES, OPERATION_TYPES } from '#domain/operation/steps'
import * as page from './labels.ts'

describe('the words for events and states', () => {
  it("are the domain's own where the page speaks Spanish", () => {
    for (const event of EVENT_TYPES) {
      expect(page.eventLabel(event)).toBe(domain.eventLabel(event))
      for (const type of OPERATION_TYPES) {
        expect(page.statusLabel(type, event)).toBe(domain.statusLabel(type, event))
      }
    }
    expect(page.COMPLETED_LABEL).toBe(domain.COMPLETED_LABEL)
  })
})
