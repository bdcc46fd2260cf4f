import { type ActivityKind, type EventType, type OperationType, workflowRow } from './steps.ts'

/** Closed intervals that an event of this type opened in an operation of this type, added up. */
export interface IntervalSum {
  operationType: OperationType
  eventType: EventType
  /** Whole seconds. */
  seconds: number
}

/**
 * Seconds by what the time counts as. `end_trip` opens no interval (its duration is the whole trip's, which would be
 * counted a second time) and is left out.
 */
export function secondsByKind(sums: Iterable<IntervalSum>): Record<ActivityKind, number> {
  const total: Record<ActivityKind, number> = { productive: 0, unproductive: 0, neutral: 0 }
  for (const { operationType, eventType, seconds } of sums) {
    const { activity, kind } = workflowRow(operationType, eventType)
    if (activity !== null) total[kind] += seconds
  }
  return total
}
