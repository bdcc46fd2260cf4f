import { describe, expect, it } from 'vitest'
import {
  dayOf,
  instantOfLocal,
  lastTimeAt,
  localMinute,
  monthOf,
  monthPeriod,
  sameTimeYesterday,
  startOfDay,
  todayPeriod,
  wholeDaysBefore,
} from './zone.ts'

const at = (iso: string): number => Date.parse(iso)
const iso = ({ from, to }: { from: number; to: number }) => [from, to].map((ms) => new Date(ms).toISOString())

const TIJUANA = 'America/Tijuana'

describe('a month', () => {
  it.each([
    ['2026-03', 'UTC', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    ['2026-03', 'America/Mexico_City', '2026-03-01T06:00:00.000Z', '2026-04-01T06:00:00.000Z'],
    // Clocks go forward on the 8th: the month is an hour short.
    ['2026-03', TIJUANA, '2026-03-01T08:00:00.000Z', '2026-04-01T07:00:00.000Z'],
    // Back on the 1st of November, after its midnight.
    ['2026-10', TIJUANA, '2026-10-01T07:00:00.000Z', '2026-11-01T07:00:00.000Z'],
    ['2026-11', TIJUANA, '2026-11-01T07:00:00.000Z', '2026-12-01T08:00:00.000Z'],
    ['2026-12', 'Asia/Kathmandu', '2026-11-30T18:15:00.000Z', '2026-12-31T18:15:00.000Z'],
    ['2028-02', 'UTC', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['2000-02', 'UTC', '2000-02-01T00:00:00.000Z', '2000-03-01T00:00:00.000Z'],
    ['2099-12', 'UTC', '2099-12-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'],
  ])('%s in %s', (month, zone, from, to) => {
    expect(iso(monthPeriod(month, zone))).toEqual([from, to])
  })

  it('of an instant goes by local time', () => {
    expect(monthOf(at('2026-04-01T06:59:59.999Z'), TIJUANA)).toBe('2026-03')
    expect(monthOf(at('2026-04-01T07:00:00.000Z'), TIJUANA)).toBe('2026-04')
    expect(dayOf(at('2026-01-01T05:00:00Z'), 'America/Mexico_City')).toEqual({
      year: 2025,
      month: 12,
      day: 31,
    })
  })
})

describe('a day', () => {
  it('lasts 23, 25 or 24 hours', () => {
    expect(iso(todayPeriod(at('2026-03-08T20:00:00Z'), TIJUANA))).toEqual([
      '2026-03-08T08:00:00.000Z',
      '2026-03-09T07:00:00.000Z',
    ])
    expect(iso(todayPeriod(at('2026-11-01T20:00:00Z'), TIJUANA))).toEqual([
      '2026-11-01T07:00:00.000Z',
      '2026-11-02T08:00:00.000Z',
    ])
    expect(iso(wholeDaysBefore(at('2026-03-10T18:00:00Z'), 'America/Mexico_City', 7))).toEqual([
      '2026-03-03T06:00:00.000Z',
      '2026-03-10T06:00:00.000Z',
    ])
  })

  it('begins at its first instant, where midnight is skipped or comes twice', () => {
    // Beirut sets clocks forward at midnight; Havana sets them back from 01:00 to midnight.
    expect(startOfDay({ year: 2026, month: 3, day: 29 }, 'Asia/Beirut')).toBe(at('2026-03-28T22:00:00Z'))
    expect(startOfDay({ year: 2026, month: 11, day: 1 }, 'America/Havana')).toBe(at('2026-11-01T04:00:00Z'))
  })

  it('knows every date of four centuries', () => {
    for (let ms = at('1900-01-01T00:00:00Z'); ms < at('2300-01-01T00:00:00Z'); ms += 13 * 24 * 3_600_000) {
      expect(startOfDay(dayOf(ms, 'UTC'), 'UTC')).toBe(ms)
    }
  })
})

describe('a local minute', () => {
  it('is read as it was written', () => {
    const instant = at('2026-11-22T04:20:59.999Z')
    expect(localMinute(instant, 'America/Mexico_City')).toBe('2026-11-21T22:20')
    expect(instantOfLocal('2026-11-21T22:20', 'America/Mexico_City')).toBe(at('2026-11-22T04:20:00Z'))
  })

  it('that comes twice is the first; what is no time is none', () => {
    expect(instantOfLocal('2026-11-01T01:30', TIJUANA)).toBe(at('2026-11-01T08:30:00Z'))
    for (const text of ['', '2026-11-01', '2026-13-01T10:00', 'ayer']) {
      expect(instantOfLocal(text, TIJUANA), text).toBeNull()
    }
  })
})

describe('the same clock time yesterday', () => {
  it.each([
    ['2026-03-10T18:00:00.123Z', '2026-03-09T18:00:00.123Z', 'on a plain day'],
    ['2026-03-08T20:00:00.000Z', '2026-03-07T21:00:00.000Z', 'when clocks were set forward since'],
    ['2026-11-01T20:00:00.000Z', '2026-10-31T19:00:00.000Z', 'when clocks were set back since'],
    ['2026-03-09T09:30:00.000Z', '2026-03-08T10:30:00.000Z', 'when the clock skipped it'],
    ['2026-11-02T09:30:00.000Z', '2026-11-01T08:30:00.000Z', 'when the clock showed it twice'],
  ])('of %s is %s, %s', (now, then) => {
    expect(new Date(sameTimeYesterday(at(now), TIJUANA)).toISOString()).toBe(then)
  })
})

describe('the last time it was so many o’clock', () => {
  const three = (now: string, zone: string): string => new Date(lastTimeAt(3, at(now), zone)).toISOString()

  it('is today’s from that instant on, and yesterday’s until then', () => {
    // Mexico City is six hours behind all year.
    expect(three('2026-03-10T09:00:00.000Z', 'America/Mexico_City')).toBe('2026-03-10T09:00:00.000Z')
    expect(three('2026-03-10T08:59:59.999Z', 'America/Mexico_City')).toBe('2026-03-09T09:00:00.000Z')
    expect(three('2026-03-11T08:59:59.999Z', 'America/Mexico_City')).toBe('2026-03-10T09:00:00.000Z')
    // The first of a month, and of a year.
    expect(three('2026-01-01T08:00:00.000Z', 'America/Mexico_City')).toBe('2025-12-31T09:00:00.000Z')
  })

  it('comes once on the days on which clocks change', () => {
    // Tijuana springs from 2 to 3 o'clock on 8 March and falls back from 2 to 1 on 1 November.
    expect(three('2026-03-08T23:00:00.000Z', 'America/Tijuana')).toBe('2026-03-08T10:00:00.000Z')
    expect(three('2026-11-01T23:00:00.000Z', 'America/Tijuana')).toBe('2026-11-01T11:00:00.000Z')
    expect(new Date(lastTimeAt(1, at('2026-11-01T23:00:00Z'), 'America/Tijuana')).toISOString()).toBe(
      '2026-11-01T08:00:00.000Z',
    )
    // Madrid skips 2 o'clock: the job of that hour runs an hour later by local time.
    const springs = lastTimeAt(2, at('2026-03-29T12:00:00Z'), 'Europe/Madrid')
    expect(new Date(springs).toISOString()).toBe('2026-03-29T01:00:00.000Z')
  })
})
