import {
  EVENT_TYPES,
  type EventType,
  OPERATION_TYPES,
  UNPRODUCTIVE_ACTIVITIES,
  type UnproductiveActivity,
  workflowRow,
} from '../operation/steps.ts'
import { type IntervalSum, secondsByKind } from '../operation/time-by-kind.ts'
import { percentOf } from './rounding.ts'

/** The closed intervals that events of one type opened. */
export interface ClosedIntervals extends IntervalSum {
  intervals: number
}

/** Closed seconds by the kind of their activity; `ratioPercent`: productive share of all three, one decimal. */
export function productiveTime(closed: readonly ClosedIntervals[]) {
  const seconds = secondsByKind(closed)
  let intervals = 0
  for (const row of closed) {
    if (workflowRow(row.operationType, row.eventType).activity !== null) intervals += row.intervals
  }
  return {
    productiveSeconds: seconds.productive,
    unproductiveSeconds: seconds.unproductive,
    neutralSeconds: seconds.neutral,
    ratioPercent: percentOf(seconds.productive, seconds.productive + seconds.unproductive + seconds.neutral),
    intervals,
  }
}

/**
 * Closed seconds during which the truck stood still, productive or not. `sharePercent`: of all closed seconds, one
 * decimal, at most 100.
 */
export function standingTime(closed: readonly ClosedIntervals[]) {
  const byActivity = Object.fromEntries(UNPRODUCTIVE_ACTIVITIES.map((a) => [a, 0])) as Record<
    UnproductiveActivity,
    number
  >
  let seconds = 0
  let all = 0
  for (const row of closed) {
    const { activity, standing } = workflowRow(row.operationType, row.eventType)
    if (activity === null) continue
    all += row.seconds
    if (standing === null) continue
    byActivity[standing] += row.seconds
    seconds += row.seconds
  }
  return { seconds, sharePercent: percentOf(seconds, all), byActivity }
}

/** The events that open the intervals of a standing activity. */
export const typesStanding = (activity: UnproductiveActivity): readonly EventType[] =>
  EVENT_TYPES.filter((event) =>
    OPERATION_TYPES.some((type) => workflowRow(type, event).standing === activity),
  )
