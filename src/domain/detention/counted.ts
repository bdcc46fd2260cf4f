import { dayText } from '../time/day-text.ts'
import { dayOf, instantOfLocal, startOfDay } from '../time/zone.ts'
import type { DetentionBasis, Pause } from './contract.ts'

const MINUTE_MS = 60_000

/** The effective times of the steps that matter, epoch milliseconds; null: not yet, or not any more. */
export interface Visit {
  arrivedAt: number | null
  accessAt: number | null
  exitAt: number | null
  cancelled: boolean
}

/** Epoch milliseconds; `end` null: still open. */
export interface CountedSpan {
  start: number
  end: number | null
}

/** What is counted of a visit; null: nothing, because it has not begun or the operation was cancelled. */
export function spanOf(
  { arrivedAt, accessAt, exitAt, cancelled }: Visit,
  basis: DetentionBasis,
): CountedSpan | null {
  const start = basis === 'visit' ? arrivedAt : accessAt
  return cancelled || start === null ? null : { start, end: exitAt }
}

interface Stretch {
  from: number
  to: number
}

/** The pauses as stretches of real time that touch `from` to `to`, merged and in order. Clock changes are the zone's. */
function stretchesOf(pauses: readonly Pause[], zone: string, { from, to }: Stretch): Stretch[] {
  const found: Stretch[] = []
  // A pause over midnight may have begun on the day before.
  let midnight = startOfDay(dayOf(from, zone), zone, -1)
  while (pauses.length > 0 && midnight < to) {
    const next = startOfDay(dayOf(midnight, zone), zone, 1)
    for (const pause of pauses) {
      const begin = instantOfLocal(`${dayText(midnight, zone)}T${pause.from}`, zone)
      const lastDay = pause.to <= pause.from ? next : midnight
      const end = instantOfLocal(`${dayText(lastDay, zone)}T${pause.to}`, zone)
      if (begin !== null && end !== null && begin < to && end > from) found.push({ from: begin, to: end })
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

/** Milliseconds from `from` to `to` that are no pause. */
export function countedMs(from: number, to: number, pauses: readonly Pause[], zone: string): number {
  let counted = Math.max(0, to - from)
  for (const pause of stretchesOf(pauses, zone, { from, to })) {
    counted -= Math.max(0, Math.min(pause.to, to) - Math.max(pause.from, from))
  }
  return counted
}

/** Whole minutes: one that is not over does not count. */
export const countedMinutes = (from: number, to: number, pauses: readonly Pause[], zone: string): number =>
  Math.floor(countedMs(from, to, pauses, zone) / MINUTE_MS)

/** Beyond so many days no moment is looked for. */
const LOOKED_DAYS = 366

/** The first instant at which `minutes` are counted from `start` on; null: not within a year of pauses. */
export function momentOfCounted(
  start: number,
  minutes: number,
  pauses: readonly Pause[],
  zone: string,
): number | null {
  let missing = minutes * MINUTE_MS
  if (pauses.length === 0) return start + missing
  let from = start
  for (let day = 0; day < LOOKED_DAYS; day++) {
    const to = startOfDay(dayOf(from, zone), zone, 1)
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

/** When a share of the free time is used up: 50, 80 and 100 %. */
export const WARNING_PERCENTS = [50, 80, 100] as const

export interface Warning {
  percent: (typeof WARNING_PERCENTS)[number]
  at: number
}

/** The moments of the warnings of a visit that began at `start`. Without free time there is nothing to warn of. */
export function warningsOf(
  start: number,
  { freeMinutes, pauses, zone }: { freeMinutes: number; pauses: readonly Pause[]; zone: string },
): Warning[] {
  if (freeMinutes === 0) return []
  return WARNING_PERCENTS.flatMap((percent) => {
    const at = momentOfCounted(start, (freeMinutes * percent) / 100, pauses, zone)
    return at === null ? [] : [{ percent, at }]
  })
}
