import { type ActivityKind, type EventType, type OperationType, workflowRow } from './steps.ts'

/** Sum of the closed intervals that one event type opened in one type of operation. */
export interface IntervalSum {
  operationType: OperationType
  eventType: EventType
  /** Whole seconds. */
  seconds: number
}

/** Seconds by kind. `end_trip` is left out: it opens no interval, and its duration is the whole trip's. */
export function secondsByKind(sums: Iterable<IntervalSum>): Record<ActivityKind, number> {
  const total: Record<ActivityKind, number> = { productive: 0, unproductive: 0, neutral: 0 }
  for (const { operationType, eventType, seconds } of sums) {
    const { activity, kind } = workflowRow(operationType, eventType)
    if (activity !== null) total[kind] += seconds
  }
  return total
}
