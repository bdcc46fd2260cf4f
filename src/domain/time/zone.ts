/**
 * Days and months of a time zone. The zone's rules come from Intl; days are counted in the proleptic Gregorian
 * calendar.
 */

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A day of the calendar, without a zone. Months count from 1. */
export interface Day {
  year: number
  month: number
  day: number
}

/** From `from` on, up to but without `to`; epoch milliseconds. */
export interface Period {
  from: number
  to: number
}

/** Days since 1970-01-01. Days and months beyond their range roll over. */
function epochDay({ year, month, day }: Day): number {
  const months = year * 12 + month - 1
  // The year is taken to begin in March, so that the leap day is its last.
  const shifted = months - 2
  const y = Math.floor(shifted / 12)
  const m = shifted - y * 12
  const dayOfYear = Math.floor((153 * m + 2) / 5) + day - 1
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468
}

/** Whether `name` is an IANA time zone; an offset such as '-06:00' is none. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return false
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(zone, made)
  return made
}

interface Local extends Day {
  /** Local time since midnight. */
  clockMs: number
}

function localOf(instant: number, zone: string): Local {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  const milliseconds = ((instant % 1000) + 1000) % 1000
  return { year, month, day, clockMs: ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds }
}

/** Local date and time as if the zone were UTC. */
function wallOf(instant: number, zone: string): number {
  const local = localOf(instant, zone)
  return epochDay(local) * DAY_MS + local.clockMs
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

/** Milliseconds that local time is ahead of UTC. */
export const offsetAt = (instant: number, zone: string): number => wallOf(instant, zone) - instant

const padded = (value: number, digits = 2): string => String(value).padStart(digits, '0')

/** Local date and minute of an instant: `yyyy-MM-ddTHH:mm`. */
export function localMinute(instant: number, zone: string): string {
  const { year, month, day, clockMs } = localOf(instant, zone)
  const minutes = Math.floor(clockMs / MINUTE_MS)
  const date = [padded(year, 4), padded(month), padded(day)].join('-')
  return `${date}T${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`
}

/** The instant of a local date and minute, which may be followed by seconds; null when the text is none. */
export function instantOfLocal(text: string, zone: string): number | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text)
  if (!parts) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number)
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59) return null
  return instantOf(epochDay({ year, month, day }) * DAY_MS + (hour * 60 + minute) * MINUTE_MS, zone)
}

/** The day that an instant falls on. */
export function dayOf(instant: number, zone: string): Day {
  const { year, month, day } = localOf(instant, zone)
  return { year, month, day }
}

/** The local hour of an instant, 0 to 23. */
export const hourOf = (instant: number, zone: string): number =>
  Math.floor(localOf(instant, zone).clockMs / (60 * MINUTE_MS))

/** The first instant of a day; `plusDays` days later, if given. */
export function startOfDay(day: Day, zone: string, plusDays = 0): number {
  return instantOf((epochDay(day) + plusDays) * DAY_MS, zone)
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
