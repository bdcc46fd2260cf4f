import { changesBetween, offsetAt } from '../time/offsets.ts'
import { dayOf, instantOfMinute, startOfDay } from '../time/zone.ts'
import type { Pause } from './contract.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Farther than this from a change of the clock, a local time is the instant plus the offset. */
const NEAR_CHANGE_MS = 3 * DAY_MS

interface Stretch {
  from: number
  to: number
}

/** Of one day of 24 hours, in milliseconds after midnight; apart and in order. `whole`: their sum. */
interface Daily {
  stretches: readonly Stretch[]
  whole: number
}

/** In minutes after midnight. */
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

function merged(stretches: Stretch[]): Stretch[] {
  const found: Stretch[] = []
  for (const stretch of stretches.sort((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last && stretch.from <= last.to) last.to = Math.max(last.to, stretch.to)
    else found.push({ ...stretch })
  }
  return found
}

/** The same pauses are asked for each visit. */
const days = new WeakMap<readonly Pause[], Daily>()

function dailyOf(pauses: readonly Pause[]): Daily {
  const known = days.get(pauses)
  if (known) return known
  const each = pauses.flatMap((pause): Stretch[] => {
    const [from, to] = [minutesOf(pause.from) * MINUTE_MS, minutesOf(pause.to) * MINUTE_MS]
    return from < to
      ? [{ from, to }]
      : [
          { from: 0, to },
          { from, to: DAY_MS },
        ]
  })
  const stretches = merged(each)
  const daily = { stretches, whole: stretches.reduce((sum, { from, to }) => sum + to - from, 0) }
  days.set(pauses, daily)
  return daily
}

/** Whether the pauses leave no minute of a day that counts. */
export const coverDay = (pauses: readonly Pause[]): boolean => dailyOf(pauses).whole >= DAY_MS

/** Pauses before a local time, counted from some midnight long ago. */
function pausedBefore(wall: number, { stretches, whole }: Daily): number {
  const day = Math.floor(wall / DAY_MS)
  let paused = day * whole
  for (const { from, to } of stretches) {
    paused += Math.max(0, Math.min(to, wall - day * DAY_MS) - from)
  }
  return paused
}

/** One local day: its pauses as instants, and when the next day begins. */
interface LocalDay {
  pauses: readonly Stretch[]
  next: number
}

/** By zone and midnight: the visits of a week ask for the same days. */
const localDays = new WeakMap<readonly Pause[], Map<string, LocalDay>>()

function localDayOf(midnight: number, pauses: readonly Pause[], zone: string): LocalDay {
  const known = localDays.get(pauses) ?? new Map<string, LocalDay>()
  localDays.set(pauses, known)
  const key = `${zone} ${midnight}`
  const made = known.get(key)
  if (made) return made
  const day = dayOf(midnight, zone)
  const next = startOfDay(day, zone, 1)
  const local = {
    next,
    pauses: pauses.map((pause) => {
      const [first, last] = [minutesOf(pause.from), minutesOf(pause.to)]
      return {
        from: instantOfMinute(day, first, zone),
        to: instantOfMinute(last <= first ? dayOf(next, zone) : day, last, zone),
      }
    }),
  }
  known.set(key, local)
  return local
}

/** Day by day, as the zone has them: around a change of the clock alone. */
function pausedAroundChange({ from, to }: Stretch, pauses: readonly Pause[], zone: string): number {
  const inside: Stretch[] = []
  // A pause over midnight may have begun on the day before.
  let midnight = startOfDay(dayOf(from, zone), zone, -1)
  while (midnight < to) {
    const day = localDayOf(midnight, pauses, zone)
    for (const pause of day.pauses) {
      const stretch = { from: Math.max(pause.from, from), to: Math.min(pause.to, to) }
      if (stretch.from < stretch.to) inside.push(stretch)
    }
    midnight = day.next
  }
  return merged(inside).reduce((sum, stretch) => sum + stretch.to - stretch.from, 0)
}

/**
 * Milliseconds of `from` to `to` that are pauses; overlapping ones count once. However long it is, the days between two
 * changes of the clock are one multiplication.
 */
export function pausedMs(from: number, to: number, pauses: readonly Pause[], zone: string): number {
  if (pauses.length === 0 || to <= from) return 0
  const daily = dailyOf(pauses)
  let paused = 0
  let done = from
  const upTo = (until: number, pausedBetween: (stretch: Stretch) => number): void => {
    const end = Math.min(until, to)
    if (end <= done) return
    paused += pausedBetween({ from: done, to: end })
    done = end
  }
  const byArithmetic = (stretch: Stretch): number => {
    const offset = offsetAt(stretch.from, zone)
    return pausedBefore(stretch.to + offset, daily) - pausedBefore(stretch.from + offset, daily)
  }
  for (const change of changesBetween(from - NEAR_CHANGE_MS, to + NEAR_CHANGE_MS, zone)) {
    upTo(change - NEAR_CHANGE_MS, byArithmetic)
    upTo(change + NEAR_CHANGE_MS, (stretch) => pausedAroundChange(stretch, pauses, zone))
  }
  upTo(to, byArithmetic)
  return paused
}
