import { type Day, dayOfEpoch, epochDay } from './calendar.ts'
import { offsetAt } from './offsets.ts'

/** Days and months of a time zone. */

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

/** From `from` on, up to but without `to`; epoch milliseconds. */
export interface Period {
  from: number
  to: number
}

/** Whether `name` is an IANA time zone; an offset such as '-06:00' is none. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return false
  }
}

interface Local extends Day {
  /** Local time since midnight. */
  clockMs: number
}

/** Local date and time as if the zone were UTC. */
const wallOf = (instant: number, zone: string): number => instant + offsetAt(instant, zone)

function localOf(instant: number, zone: string): Local {
  const wall = wallOf(instant, zone)
  const days = Math.floor(wall / DAY_MS)
  return { ...dayOfEpoch(days), clockMs: wall - days * DAY_MS }
}

/**
 * The instant of a local time. When clocks are set back a local time occurs twice: the first one counts. When they are
 * set forward it may not occur: then the instant is as much later as was skipped.
 */
function instantOf(wall: number, zone: string): number {
  const before = wall - offsetAt(wall - DAY_MS, zone)
  const after = wall - offsetAt(wall + DAY_MS, zone)
  const shown = [before, after].filter((instant) => wallOf(instant, zone) === wall)
  return shown.length === 0 ? before : Math.min(...shown)
}

const padded = (value: number, digits = 2): string => String(value).padStart(digits, '0')

/** Local date and second of an instant: `yyyy-MM-ddTHH:mm:ss`. */
export function localSecond(instant: number, zone: string): string {
  const { year, month, day, clockMs } = localOf(instant, zone)
  const seconds = Math.floor(clockMs / 1000)
  const date = [padded(year, 4), padded(month), padded(day)].join('-')
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${date}T${clock.map((part) => padded(part)).join(':')}`
}

/** Local date and minute of an instant: `yyyy-MM-ddTHH:mm`. */
export const localMinute = (instant: number, zone: string): string => localSecond(instant, zone).slice(0, 16)

/** The instant of a local date and minute, which may be followed by seconds; null when the text is none. */
export function instantOfLocal(text: string, zone: string): number | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text)
  if (!parts) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number)
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59) return null
  return instantOfMinute({ year, month, day }, hour * 60 + minute, zone)
}

/** The instant of a local day and so many minutes after midnight by the clock. */
export const instantOfMinute = (day: Day, minutes: number, zone: string): number =>
  instantOf(epochDay(day) * DAY_MS + minutes * MINUTE_MS, zone)

/** The day that an instant falls on. */
export function dayOf(instant: number, zone: string): Day {
  const { year, month, day } = localOf(instant, zone)
  return { year, month, day }
}

/** The first instant of a day; `plusDays` days later, if given. */
export function startOfDay(day: Day, zone: string, plusDays = 0): number {
  return instantOfMinute({ ...day, day: day.day + plusDays }, 0, zone)
}

/** `yyyy-MM` of an instant. */
export function monthOf(instant: number, zone: string): string {
  const { year, month } = dayOf(instant, zone)
  return `${padded(year, 4)}-${padded(month)}`
}

/** The whole month `yyyy-MM`. */
export function monthPeriod(month: string, zone: string): Period {
  const first: Day = { year: Number(month.slice(0, 4)), month: Number(month.slice(5, 7)), day: 1 }
  return {
    from: startOfDay(first, zone),
    to: startOfDay({ ...first, month: first.month + 1 }, zone),
  }
}

/** A period in stretches of 24 hours, the last one what is left. */
export function daysOf({ from, to }: Period): Period[] {
  const days: Period[] = []
  for (let at = from; at < to; at += DAY_MS) days.push({ from: at, to: Math.min(at + DAY_MS, to) })
  return days
}

/** The whole day that `now` falls on. It may last 23 or 25 hours. */
export function todayPeriod(now: number, zone: string): Period {
  const today = dayOf(now, zone)
  return { from: startOfDay(today, zone), to: startOfDay(today, zone, 1) }
}

/** The `days` whole days that ended with yesterday's midnight. */
export function wholeDaysBefore(now: number, zone: string, days: number): Period {
  const today = dayOf(now, zone)
  return { from: startOfDay(today, zone, -days), to: startOfDay(today, zone) }
}

/** The latest instant up to `now` at which it was `hour` o'clock (0 to 23). */
export function lastTimeAt(hour: number, now: number, zone: string): number {
  const wall = epochDay(dayOf(now, zone)) * DAY_MS + hour * 60 * 60 * 1000
  const todays = instantOf(wall, zone)
  return todays <= now ? todays : instantOf(wall - DAY_MS, zone)
}

/** The same clock time on the day before. */
export function sameTimeYesterday(now: number, zone: string): number {
  return instantOf(wallOf(now, zone) - DAY_MS, zone)
}
