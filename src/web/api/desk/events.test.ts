import { describe, expect, it } from 'vitest'
import { type EventCriteria, eventSearch } from './events.ts'

const EVERYTHING: EventCriteria = { operatorIds: [], containers: [], eventTypes: [], from: null, to: null }

describe('the query string of a list of events', () => {
  it('is empty without criteria', () => {
    expect(eventSearch(EVERYTHING)).toBe('')
  })

  it('names each criterion as the server does and repeats it for each value', () => {
    const search = new URLSearchParams(
      eventSearch({
        operatorIds: [2, 3],
        containers: ['MSKU1234565', 'MSKU1234565_abcdefghijklmnop'],
        eventTypes: ['en_route', 'stop_fuel'],
        from: '2026-03-01T06:00:00.000Z',
        to: '2026-03-02T06:00:00.000Z',
        text: 'niebla & más',
        position: 'missing',
      }),
    )
    expect([...search]).toEqual([
      ['operatorId', '2'],
      ['operatorId', '3'],
      ['containerId', 'MSKU1234565'],
      ['containerId', 'MSKU1234565_abcdefghijklmnop'],
      ['eventType', 'en_route'],
      ['eventType', 'stop_fuel'],
      ['from', '2026-03-01T06:00:00.000Z'],
      ['to', '2026-03-02T06:00:00.000Z'],
      ['q', 'niebla & más'],
      ['position', 'missing'],
    ])
  })
})
