import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargeOf, chargeOfVisit } from './charge.ts'
import { type Applicability, contractOf, ratesFault, specificity } from './contract.ts'
import { countedMs, momentOfCounted } from './counted.ts'
import { centavosOf, pesos } from './money.ts'
import { coverDay } from './pauses.ts'

const HOUR_MS = 3_600_000
// Both sides of the changes of the clock in 2026, in a zone that has them.
const ZONES = ['America/Mexico_City', 'America/Tijuana', 'UTC', 'Europe/Madrid']
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const pauses = fc.array(fc.record({ from: clock, to: clock }), { maxLength: 3 })
const zone = fc.constantFrom(...ZONES)
const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) })
const length = fc.integer({ min: 0, max: 50 * HOUR_MS })

const terms = fc.record({
  freeMinutes: fc.integer({ min: 0, max: 500 }),
  blockMinutes: fc.integer({ min: 1, max: 60 }),
  rates: fc
    .tuple(
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 4 }),
    )
    .map(([width, rates]) =>
      rates.map((centavosPerHour, i) => ({
        uptoMinutes: i === rates.length - 1 ? null : width * (i + 1),
        centavosPerHour,
      })),
    ),
})

/** Minute by minute by the clock on the wall: another way to the same figure, for whole minutes. */
function countedByTheWall(
  from: number,
  to: number,
  windows: { from: string; to: string }[],
  tz: string,
): number {
  const wall = new Intl.DateTimeFormat('en-GB', {
    timeZone: tz,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  let counted = 0
  for (let at = from; at < to; at += 60_000) {
    const shown = wall.format(at)
    const paused = windows.some((window) =>
      window.from < window.to
        ? window.from <= shown && shown < window.to
        : shown >= window.from || shown < window.to,
    )
    if (!paused) counted += 60_000
  }
  return counted
}

describe('counted time', () => {
  it('is never negative, never longer than what passed, and adds up', () => {
    fc.assert(
      fc.property(instant, length, length, pauses, zone, (from, first, second, windows, tz) => {
        const middle = from + first
        const end = middle + second
        const a = countedMs(from, middle, windows, tz)
        const b = countedMs(middle, end, windows, tz)
        expect(a).toBeGreaterThanOrEqual(0)
        expect(a).toBeLessThanOrEqual(first)
        expect(countedMs(from, end, windows, tz)).toBe(a + b)
      }),
      { numRuns: 150 },
    )
  })

  it('is what the wall clock says, where no clock is changed', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 1800 }), pauses, (from, minutes, windows) => {
        const start = Math.floor(from / 60_000) * 60_000
        const end = start + minutes * 60_000
        const tz = 'America/Mexico_City'
        expect(countedMs(start, end, windows, tz)).toBe(countedByTheWall(start, end, windows, tz))
      }),
      { numRuns: 40 },
    )
  })

  it('follows the zone when clocks are set forward and back', () => {
    // 2026-03-08 has 23 hours in Tijuana, 2026-11-01 has 25; 01:00 to 04:00 is two hours, then four.
    const night = [{ from: '01:00', to: '04:00' }]
    const day = (date: string): number => Date.parse(date)
    expect(countedMs(day('2026-03-08T08:00Z'), day('2026-03-09T07:00Z'), night, 'America/Tijuana')).toBe(
      21 * HOUR_MS,
    )
    expect(countedMs(day('2026-11-01T07:00Z'), day('2026-11-02T08:00Z'), night, 'America/Tijuana')).toBe(
      21 * HOUR_MS,
    )
  })

  it('reaches so many minutes at the moment that it says, and not before', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 600 }), pauses, zone, (start, minutes, windows, tz) => {
        const at = momentOfCounted(start, minutes, windows, tz)
        if (at === null) return
        expect(countedMs(start, at, windows, tz)).toBe(minutes * 60_000)
        expect(countedMs(start, at - 1, windows, tz)).toBeLessThan(minutes * 60_000)
      }),
      { numRuns: 40 },
    )
  })

  it('never comes to an end when the pauses are the whole day', () => {
    const whole = [{ from: '00:00', to: '00:00' }]
    expect(momentOfCounted(0, 1, whole, 'UTC')).toBeNull()
    const two = [
      { from: '06:00', to: '18:30' },
      { from: '18:00', to: '06:00' },
    ]
    expect([whole, two, [{ from: '00:00', to: '23:59' }], []].map(coverDay)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('the charge', () => {
  it('counts the first 90 days of what never ended, by the millisecond, and says so', () => {
    const [begun, day] = [Date.UTC(2000, 0, 1), 24 * HOUR_MS]
    const agreed = {
      basis: 'visit',
      freeMinutes: 0,
      blockMinutes: 1,
      rates: [{ uptoMinutes: null, centavosPerHour: 60 }],
      pauses: [{ from: '12:00', to: '13:00' }],
      zone: 'UTC',
    } as const
    const chargeAt = (exitAt: number | null, now: number) =>
      chargeOfVisit({ arrivedAt: begun, accessAt: null, exitAt, cancelled: false }, agreed, now)
    const counted = 90 * 23 * 60
    expect(chargeAt(null, begun + 90 * day)).toEqual(chargeOf(counted, agreed))
    const cut = { ...chargeOf(counted, agreed), endedAfterDays: 90 }
    expect(chargeAt(null, begun + 90 * day + 1)).toEqual(cut)
    expect(chargeAt(null, Date.UTC(2026, 0, 1))).toEqual(cut)
    expect(chargeAt(begun + 200 * day, begun + 201 * day)).toEqual(cut)
  })

  it('is never negative, in whole blocks, and never falls as time passes', () => {
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 300 }),
        (agreed, counted, more) => {
          expect(ratesFault(agreed.rates)).toBeNull()
          const charge = chargeOf(counted, agreed)
          const later = chargeOf(counted + more, agreed)
          expect(charge.billedMinutes % agreed.blockMinutes).toBe(0)
          expect(charge.billedMinutes).toBeGreaterThanOrEqual(charge.chargeableMinutes)
          expect(charge.billedMinutes - charge.chargeableMinutes).toBeLessThan(agreed.blockMinutes)
          expect(charge.steps.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(charge.billedMinutes)
          expect(Number.isSafeInteger(charge.centavos)).toBe(true)
          expect(charge.centavos).toBeGreaterThanOrEqual(0)
          expect(later.centavos).toBeGreaterThanOrEqual(charge.centavos ?? 0)
          if (counted <= agreed.freeMinutes) expect(charge.centavos).toBe(0)
        },
      ),
    )
  })

  it('refuses steps that do not rise or do not end open', () => {
    const step = (uptoMinutes: number | null) => ({ uptoMinutes, centavosPerHour: 1 })
    expect(ratesFault([])).toBe('none')
    expect(ratesFault([step(60)])).toBe('last_must_be_open')
    expect(ratesFault([step(60), step(60), step(null)])).toBe('not_rising')
    expect(ratesFault([step(null), step(null)])).toBe('not_rising')
    expect(ratesFault([step(0), step(null)])).toBe('not_rising')
  })
})

describe('the contract that counts', () => {
  const conditions = (bits: number): Applicability => ({
    clientId: bits & 4 ? 1 : null,
    placeId: bits & 2 ? 1 : null,
    operationType: bits & 1 ? 'load' : null,
    validFrom: '2026-01-01',
    validUntil: null,
  })
  const visited = { clientId: 1, placeId: 1, operationType: 'load', day: '2026-11-20' } as const

  it('never has two that rank equally', () => {
    const ranks = Array.from({ length: 8 }, (_, bits) => specificity(conditions(bits)))
    expect(new Set(ranks).size).toBe(8)
  })

  it('has more conditions, then client before place before type', () => {
    const ranked = [7, 6, 5, 3, 4, 2, 1, 0].map(conditions)
    for (let first = 0; first < ranked.length; first++) {
      const rest = ranked.slice(first)
      expect(contractOf(rest, visited)).toBe(rest[0])
      expect(contractOf(rest.toReversed(), visited)).toBe(rest[0])
    }
  })

  it('is valid on the day of the arrival, first and last day included', () => {
    const november = { ...conditions(0), validFrom: '2026-11-01', validUntil: '2026-11-30' }
    const on = (day: string) => contractOf([november], { ...visited, day })
    expect([on('2026-10-31'), on('2026-12-01')]).toEqual([null, null])
    expect([on('2026-11-01'), on('2026-11-30')]).toEqual([november, november])
    expect(contractOf([{ ...november, clientId: 2 }], visited)).toBeNull()
  })
})

describe('money', () => {
  it('is written so that it reads back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 11 - 1 }), (centavos) => {
        expect(centavosOf(pesos(centavos))).toBe(centavos)
      }),
    )
    expect([pesos(105_000), pesos(5), pesos(123_456_789), pesos(-63_000)]).toEqual([
      '$ 1,050.00',
      '$ 0.05',
      '$ 1,234,567.89',
      '-$ 630.00',
    ])
  })

  it.each(['', '1.234', '1,23', 'x', '-1', '1e3', '12,34.00'])('takes no %j', (text) => {
    expect(centavosOf(text)).toBeNull()
  })
})
