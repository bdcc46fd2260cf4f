import type { EventType, OperationType } from '../operation/steps.ts'
import { atLeast, ENOUGH_LONGER, ENOUGH_SAMPLES, type Lengths, nearestRank } from './lengths.ts'

/**
 * The one meaning of 'usual'. A step normally takes the median; it is late beyond the 75th percentile. Desk, driver,
 * link, alerts and forecast read this, over one sample (sample.ts), so that no two of them can contradict each other.
 */
export interface Usual {
  normalSeconds: number
  p75Seconds: number
}

/** An interval that runs or ran; `at`: when it began, epoch milliseconds. */
export interface Interval {
  operationType: OperationType
  /** The event that opens it. */
  eventType: EventType
  placeId: number | null
  at: number
}

/** What is usual in one group of intervals. */
export interface UsualRow extends Usual {
  operationType: OperationType
  eventType: EventType
  /** Null: wherever. */
  placeId: number | null
  /** By `partOfDay`; null: whenever. */
  partOfDay: number | null
  samples: number
}

const PART_MS = 4 * 60 * 60_000
const PARTS = 6

/**
 * The four hours of the day (UTC) in which something began, 0 to 5. Traffic, shifts and queues make intervals of the same
 * part alike; how the hours are called does not matter.
 */
export const partOfDay = (at: number): number => Math.floor(at / PART_MS) % PARTS

/** Null: too little history. */
export type UsualOf = (interval: Interval) => Usual | null

export const NOTHING_USUAL: UsualOf = () => null

const keyOf = (...parts: readonly (string | number | null)[]): string => parts.join(' ')

/** The narrowest group with enough samples counts: of the place and part of the day, the place, the part, the step. */
export function createUsual(rows: readonly UsualRow[]): UsualOf {
  const known = new Map(
    rows
      .filter(({ samples }) => samples >= ENOUGH_SAMPLES)
      .map((row) => [keyOf(row.operationType, row.eventType, row.placeId, row.partOfDay), row]),
  )
  return ({ operationType, eventType, placeId, at }) => {
    const of = (place: number | null, part: number | null) =>
      known.get(keyOf(operationType, eventType, place, part))
    const part = partOfDay(at)
    const ofPlace = placeId === null ? undefined : (of(placeId, part) ?? of(placeId, null))
    return ofPlace ?? of(null, part) ?? of(null, null) ?? null
  }
}

export const usualIn = (lengths: Lengths): Usual => ({
  normalSeconds: nearestRank(lengths, 0.5),
  p75Seconds: nearestRank(lengths, 0.75),
})

/** False without enough history. */
export const isLate = (usual: Usual | null, elapsedSeconds: number): boolean =>
  usual !== null && elapsedSeconds > usual.p75Seconds

/** How much longer an interval usually lasts, seconds; `overdue`: it is late. */
export type UsualTime = { overdue: true } | { overdue: false; fromSeconds: number; toSeconds: number }

/**
 * What is usual for an interval that has lasted `elapsedSeconds`: the middle half of those that lasted at least as long,
 * less what has passed. `lengths`: those of its group; null: too little history.
 */
export function usualTime(lengths: Lengths | null, elapsedSeconds: number): UsualTime | null {
  if (lengths === null) return null
  const longer = atLeast(lengths, elapsedSeconds)
  if (isLate(usualIn(lengths), elapsedSeconds) || longer.length < ENOUGH_LONGER) return { overdue: true }
  return {
    overdue: false,
    fromSeconds: nearestRank(longer, 0.25) - elapsedSeconds,
    toSeconds: nearestRank(longer, 0.75) - elapsedSeconds,
  }
}
