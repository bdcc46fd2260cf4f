import { describe, expect, it } from 'vitest'
import { movesWithMonth, needsNote, SETTLEMENT_STATES } from './settlement.ts'

describe('a note', () => {
  it('is asked for by a dispute, its answer and a waiver alone', () => {
    expect(needsNote('sent', 'disputed')).toBe(true)
    expect(needsNote('disputed', 'sent')).toBe(true)
    expect(needsNote('disputed', 'paid')).toBe(true)
    expect(needsNote('due', 'waived')).toBe(true)
    expect(needsNote('due', 'sent')).toBe(false)
    expect(needsNote('sent', 'paid')).toBe(false)
    // Again, for the visits that came meanwhile.
    expect(needsNote('disputed', 'disputed')).toBe(true)
    expect(needsNote('waived', 'waived')).toBe(true)
  })
})

describe('the visits that move with their month', () => {
  const moving = (from: (typeof SETTLEMENT_STATES)[number], to: (typeof SETTLEMENT_STATES)[number]) =>
    SETTLEMENT_STATES.filter((visit) => movesWithMonth(visit, { from, to }))

  it('stand where it stood; a dispute of one visit stays until it is answered', () => {
    expect(moving('sent', 'paid')).toEqual(['sent'])
    expect(moving('due', 'paid')).toEqual(['due'])
    expect(moving('paid', 'due')).toEqual(['paid'])
  })

  it('are also those that came due after it was sent, when it is sent again', () => {
    expect(moving('due', 'sent')).toEqual(['due', 'sent'])
    expect(moving('sent', 'sent')).toEqual(['due', 'sent'])
    expect(moving('disputed', 'sent')).toEqual(['due', 'sent', 'disputed'])
  })
})
