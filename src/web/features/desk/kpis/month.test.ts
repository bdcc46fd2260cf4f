import { describe, expect, it } from 'vitest'
import { hourRange, monthBefore, nameOfMonthBefore } from './month.ts'

describe('a month', () => {
  it('has one before it and a name', () => {
    expect(monthBefore('2026-01')).toBe('2025-12')
    expect(monthBefore('2026-11')).toBe('2026-10')
    expect(nameOfMonthBefore('2026-01')).toBe('diciembre')
  })
})

describe('an hour of today', () => {
  const plain = { from: '2026-11-20T06:00:00.000Z', to: '2026-11-21T06:00:00.000Z' }

  it('lies in the zone', () => {
    expect(hourRange(8, plain, 'America/Mexico_City')).toEqual({
      from: '2026-11-20T14:00:00.000Z',
      to: '2026-11-20T15:00:00.000Z',
    })
    expect(hourRange(23, plain, 'America/Mexico_City').to).toBe(plain.to)
    expect(hourRange(0, plain, 'America/Mexico_City').from).toBe(plain.from)
  })

  it('that the clocks skip is empty', () => {
    const march = { from: '2026-03-08T08:00:00.000Z', to: '2026-03-09T07:00:00.000Z' }
    const { from, to } = hourRange(2, march, 'America/Tijuana')
    expect(from).toBe(to)
    expect(hourRange(3, march, 'America/Tijuana').from).toBe('2026-03-08T10:00:00.000Z')
  })

  it('that the clocks show twice is both', () => {
    const november = { from: '2026-11-01T07:00:00.000Z', to: '2026-11-02T08:00:00.000Z' }
    expect(hourRange(1, november, 'America/Tijuana')).toEqual({
      from: '2026-11-01T08:00:00.000Z',
      to: '2026-11-01T10:00:00.000Z',
    })
  })
})
