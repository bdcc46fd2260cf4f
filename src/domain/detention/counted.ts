import type { DetentionBasis, Pause } from './contract.ts'
import { pausedMs } from './pauses.ts'

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

/** Milliseconds from `from` to `to` that are no pause. */
export const countedMs = (from: number, to: number, pauses: readonly Pause[], zone: string): number =>
  Math.max(0, to - from) - pausedMs(from, to, pauses, zone)

/** Whole minutes: one that is not over does not count. */
export const countedMinutes = (from: number, to: number, pauses: readonly Pause[], zone: string): number =>
  Math.floor(countedMs(from, to, pauses, zone) / MINUTE_MS)

/** Nothing is counted beyond so many days after the beginning: whoever waits for longer forgot to say that they left. */
export const COUNTED_DAYS = 90
const COUNTED_MS = COUNTED_DAYS * 24 * 60 * MINUTE_MS

/** Up to when is counted what began at `start` and lasts until `end`, epoch milliseconds; `isCut`: not all of it. */
export function countedUntil(start: number, end: number): { until: number; isCut: boolean } {
  const last = start + COUNTED_MS
  return end > last ? { until: last, isCut: true } : { until: end, isCut: false }
}

/** Then the rest is looked for by halves: within a pause, little is missing for long. */
const TRIES = 8

/** The first instant at which `minutes` are counted from `start` on; null: not as long as is counted. */
export function momentOfCounted(
  start: number,
  minutes: number,
  pauses: readonly Pause[],
  zone: string,
): number | null {
  // Exact: a share of whole minutes may be off by a fraction of a millisecond.
  const missing = Math.round(minutes * MINUTE_MS)
  if (pauses.length === 0) return start + missing
  const end = start + COUNTED_MS
  // As much later as is missing is never too late, and mostly right after a pause or two.
  let early = start + missing
  for (let tries = 0; tries < TRIES && early <= end; tries++) {
    const still = missing - countedMs(start, early, pauses, zone)
    if (still <= 0) return early
    early += still
  }
  const isReached = (at: number): boolean => countedMs(start, at, pauses, zone) >= missing
  let span = Math.min(early, end) - start
  while (!isReached(start + span)) {
    if (start + span >= end) return null
    span = Math.min(span * 2, end - start)
  }
  // More is counted the later it is: halved down to the first millisecond.
  let [low, high] = [start - 1, start + span]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isReached(middle)) high = middle
    else low = middle
  }
  return high
}

/** When a share of the free time is used up: 50, 80 and 100 %. */
export const WARNING_PERCENTS = [50, 80, 100] as const

export interface Warning {
  percent: (typeof WARNING_PERCENTS)[number]
  at: number
}

/** A rule asks for the same visit at each of its events. */
const newest = new WeakMap<
  readonly Pause[],
  { start: number; freeMinutes: number; zone: string; warnings: readonly Warning[] }
>()

/** The moments of the warnings of a visit that began at `start`. Without free time there is nothing to warn of. */
export function warningsOf(
  start: number,
  { freeMinutes, pauses, zone }: { freeMinutes: number; pauses: readonly Pause[]; zone: string },
): readonly Warning[] {
  if (freeMinutes === 0) return []
  const known = newest.get(pauses)
  if (known?.start === start && known.freeMinutes === freeMinutes && known.zone === zone) {
    return known.warnings
  }
  const warnings = WARNING_PERCENTS.flatMap((percent) => {
    const at = momentOfCounted(start, (freeMinutes * percent) / 100, pauses, zone)
    return at === null ? [] : [{ percent, at }]
  })
  newest.set(pauses, { start, freeMinutes, zone, warnings })
  return warnings
}
