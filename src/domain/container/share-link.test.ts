import { describe, expect, it } from 'vitest'
import { defaultLinkExpiry, levelOfLink, levelOfNumber, linkState } from './share-link.ts'

const END = Date.parse('2026-03-10T12:00:00.000Z')
const DAY = 86_400_000

describe('the default link', () => {
  it.each([
    [true, null, null],
    [false, null, END + DAY],
    [false, END + 5, END + 5 + DAY],
    // Cancelled before the time that its newest event was corrected to.
    [false, END - 5, END + DAY],
  ])('active %s, cancelled at %s: until %s', (isActive, cancelledAt, until) => {
    expect(defaultLinkExpiry({ isActive, newestEventAt: END, cancelledAt })).toBe(until)
  })
})

describe('the state of a link', () => {
  it.each([
    [null, null, 'valid'],
    [null, END + 1, 'valid'],
    [null, END, 'expired'],
    [END - 1, END + 1, 'revoked'],
    [END - 1, END - 1, 'revoked'],
  ] as const)('revoked %s, until %s: %s', (revokedAt, expiresAt, state) => {
    expect(linkState({ revokedAt, expiresAt }, END)).toBe(state)
  })
})

describe('what a further link shows', () => {
  it('is its level while links are in the plan', () => {
    for (const level of ['status', 'times', 'full'] as const) {
      expect(levelOfLink(level, true, 'link')).toBe(level)
    }
  })

  it('is otherwise no more than what the bare number shows', () => {
    expect(levelOfNumber('status')).toBe('times')
    expect(levelOfLink('full', false, 'full')).toBe('full')
    expect(levelOfLink('full', false, 'status')).toBe('times')
    expect(levelOfLink('times', false, 'status')).toBe('times')
    expect(levelOfLink('status', false, 'full')).toBe('status')
    expect(levelOfLink('full', false, 'link')).toBeNull()
  })
})
