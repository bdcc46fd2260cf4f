import fc from 'fast-check'
import { expect, it } from 'vitest'
import { askedWall } from '../../../test/support/walked-pauses.ts'
import { dayOfEpoch, epochDay } from './calendar.ts'
import { changesBetween, offsetAt } from './offsets.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

it('is what Intl says, in every zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.integer({ min: 0, max: Date.UTC(2099, 11, 31) }),
      (zone, instant) => {
        expect(offsetAt(instant, zone)).toBe(askedWall(instant, zone) - instant)
      },
    ),
    { numRuns: 500 },
  )
})

it('is what Intl says around every change, and changes nowhere else', () => {
  // Boa Vista set its clocks forward for a week alone; Gaza follows the month of Ramadan.
  for (const [zone, year] of [
    ['America/Tijuana', 2026],
    ['America/Boa_Vista', 2000],
    ['Asia/Gaza', 2026],
    ['Pacific/Apia', 2011],
  ] as const) {
    const [from, to] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
    const changes = changesBetween(from, to, zone)
    for (const at of changes) {
      expect(offsetAt(at, zone)).toBe(askedWall(at, zone) - at)
      expect(offsetAt(at - 1, zone)).toBe(askedWall(at - 1, zone) - (at - 1))
      expect(offsetAt(at - 1, zone)).not.toBe(offsetAt(at, zone))
    }
    const offsets = Array.from({ length: (to - from) / (6 * HOUR_MS) }, (_, i) => {
      const at = from + i * 6 * HOUR_MS
      return askedWall(at, zone) - at
    })
    expect([zone, changes.length]).toEqual([
      zone,
      offsets.filter((offset, i) => i > 0 && offset !== offsets[i - 1]).length,
    ])
  }
})

it('counts days of the calendar both ways', () => {
  fc.assert(
    fc.property(fc.integer({ min: -719_000, max: 2_932_896 }), (days) => {
      const day = dayOfEpoch(days)
      expect(epochDay(day)).toBe(days)
      const shown = new Date(days * DAY_MS)
      expect([day.year, day.month, day.day]).toEqual([
        shown.getUTCFullYear(),
        shown.getUTCMonth() + 1,
        shown.getUTCDate(),
      ])
    }),
    { numRuns: 5000 },
  )
})
