import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { walkedMoment, walkedMs } from '../../../test/support/walked-pauses.ts'
import { countedMs, momentOfCounted, WARNING_PERCENTS } from './counted.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Zones that change their clocks, at midnight, by half an hour, by a whole day, several times a year, or never. */
const zone = fc.constantFrom(
  'America/Tijuana',
  'America/Tijuana',
  'America/Mexico_City',
  'America/Sao_Paulo',
  'Europe/Madrid',
  'Africa/Casablanca',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'UTC',
)
const clock = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minutes) =>
    [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':'),
  )
const pauses = fc.array(fc.record({ from: clock, to: clock }), { maxLength: 5 })
// Apia left out the 30th of December 2011.
const instant = fc.oneof(
  fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
  fc.integer({ min: Date.UTC(2008, 0, 1), max: Date.UTC(2027, 0, 1) }),
  fc.integer({ min: Date.UTC(2011, 11, 20), max: Date.UTC(2012, 0, 10) }),
)
const length = fc.oneof(
  fc.integer({ min: 0, max: 3 * 60 * MINUTE_MS }),
  fc.integer({ min: 0, max: 3 * DAY_MS }),
  fc.integer({ min: 0, max: 60 * DAY_MS }),
)

describe('counted time', () => {
  it('is what walking every day gives, in every zone and over every change of the clock', () => {
    fc.assert(
      fc.property(instant, length, pauses, zone, (from, span, windows, tz) => {
        expect(countedMs(from, from + span, windows, tz)).toBe(walkedMs(from, from + span, windows, tz))
      }),
      { numRuns: 400 },
    )
  })

  it('is the same where every hour of the days of a change begins or ends it', () => {
    const windows = [
      { from: '01:30', to: '02:30' },
      { from: '02:15', to: '03:05' },
      { from: '23:00', to: '00:45' },
    ]
    // The 8th of March begins at the same instant in the last two, whose clocks change two hours apart.
    for (const tz of ['America/Tijuana', 'America/New_York', 'America/Havana']) {
      for (const change of [Date.UTC(2026, 2, 8, 10), Date.UTC(2026, 10, 1, 9)]) {
        for (let hour = -30; hour <= 30; hour++) {
          for (const hours of [1, 7, 26, 24 * 9]) {
            const from = change + hour * 60 * MINUTE_MS
            const to = from + hours * 60 * MINUTE_MS
            expect(countedMs(from, to, windows, tz)).toBe(walkedMs(from, to, windows, tz))
          }
        }
      }
    }
  })

  it('is reached when walking reaches it', () => {
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 1, max: 3000 }),
        fc.constantFrom(...WARNING_PERCENTS),
        pauses,
        zone,
        (start, freeMinutes, percent, windows, tz) => {
          const minutes = (freeMinutes * percent) / 100
          expect(momentOfCounted(start, minutes, windows, tz)).toBe(walkedMoment(start, minutes, windows, tz))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('of 56 years is looked at around changes of the clock alone', () => {
    const [from, to] = [0, Date.UTC(2026, 0, 1)]
    const reads = (tz: string): number => {
      let count = 0
      const window = {
        get from() {
          count++
          return '12:00'
        },
        to: '13:00',
      }
      expect(countedMs(from, to, [window], tz)).toBe(((to - from) / 24) * 23)
      return count
    }
    expect(reads('UTC')).toBe(1)
    expect(reads('America/Tijuana')).toBeLessThan(56 * 2 * 10)
  })
})
