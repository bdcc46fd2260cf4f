/**
 * A second calculation of local times and of pauses: each instant asked of Intl, each day walked. Slow, and the reference of
 * the arithmetic in `src/domain/time/offsets.ts` and `src/domain/detention/pauses.ts`.
 */
import type { Pause } from '#domain/detention/contract'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const COUNTED_DAYS = 90

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, made)
  return made
}

/** Local date and time as if the zone were UTC. */
export function askedWall(instant: number, zone: string): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 0, hour = 0, minute = 0, second = 0 } = parts
  const milliseconds = ((instant % 1000) + 1000) % 1000
  return Date.UTC(year, month - 1, day, hour, minute, second) + milliseconds
}

/** The first instant that shows this local time; as much later as was skipped if none does. */
function instantOf(wall: number, zone: string): number {
  const offsetAt = (instant: number) => askedWall(instant, zone) - instant
  const before = wall - offsetAt(wall - DAY_MS)
  const after = wall - offsetAt(wall + DAY_MS)
  const shown = [before, after].filter((instant) => askedWall(instant, zone) === wall)
  return shown.length === 0 ? before : Math.min(...shown)
}

const midnightOf = (instant: number, zone: string, plusDays = 0): number =>
  instantOf((Math.floor(askedWall(instant, zone) / DAY_MS) + plusDays) * DAY_MS, zone)

function instantOfClock(dayAt: number, clock: string, zone: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const day = Math.floor(askedWall(dayAt, zone) / DAY_MS)
  return instantOf(day * DAY_MS + (hours * 60 + minutes) * MINUTE_MS, zone)
}

interface Stretch {
  from: number
  to: number
}

function stretchesOf(pauses: readonly Pause[], zone: string, { from, to }: Stretch): Stretch[] {
  const found: Stretch[] = []
  let midnight = midnightOf(from, zone, -1)
  while (pauses.length > 0 && midnight < to) {
    const next = midnightOf(midnight, zone, 1)
    for (const pause of pauses) {
      const begin = instantOfClock(midnight, pause.from, zone)
      const end = instantOfClock(pause.to <= pause.from ? next : midnight, pause.to, zone)
      if (begin < to && end > from) found.push({ from: begin, to: end })
    }
    midnight = next
  }
  found.sort((a, b) => a.from - b.from)
  const merged: Stretch[] = []
  for (const stretch of found) {
    const last = merged.at(-1)
    if (last && stretch.from <= last.to) last.to = Math.max(last.to, stretch.to)
    else merged.push({ ...stretch })
  }
  return merged
}

export function walkedMs(from: number, to: number, pauses: readonly Pause[], zone: string): number {
  let counted = Math.max(0, to - from)
  for (const pause of stretchesOf(pauses, zone, { from, to })) {
    counted -= Math.max(0, Math.min(pause.to, to) - Math.max(pause.from, from))
  }
  return counted
}

export function walkedMoment(
  start: number,
  minutes: number,
  pauses: readonly Pause[],
  zone: string,
): number | null {
  let missing = minutes * MINUTE_MS
  if (pauses.length === 0) return start + missing
  let from = start
  const end = start + COUNTED_DAYS * DAY_MS
  while (from < end) {
    const to = Math.min(midnightOf(from, zone, 1), end)
    for (const pause of stretchesOf(pauses, zone, { from, to })) {
      const free = Math.max(0, pause.from - from)
      if (missing <= free) return from + missing
      missing -= free
      from = Math.max(from, pause.to)
    }
    if (missing <= to - from) return from + missing
    missing -= Math.max(0, to - from)
    from = Math.max(from, to)
  }
  return null
}
