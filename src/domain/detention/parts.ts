import {
  type EventType,
  type OperationType,
  PARK_ACCESS,
  PARK_ARRIVAL,
  PARK_EXIT,
  PARK_INTERVALS,
  workflowRow,
} from '../operation/steps.ts'
import type { Visit } from './counted.ts'

/** An event that counts, with its effective time in epoch milliseconds. */
export interface CountedEvent {
  eventType: EventType
  at: number
}

const timeOf = (events: readonly CountedEvent[], type: EventType): number | null =>
  events.findLast(({ eventType }) => eventType === type)?.at ?? null

export const visitOf = (events: readonly CountedEvent[], cancelled: boolean): Visit => ({
  arrivedAt: timeOf(events, PARK_ARRIVAL),
  accessAt: timeOf(events, PARK_ACCESS),
  exitAt: timeOf(events, PARK_EXIT),
  cancelled,
})

/** The parts of a visit, as the park timings name them, with the two sums: in the terminal, and the whole visit. */
export const VISIT_PARTS = [...PARK_INTERVALS, 'terminal', 'visit'] as const
export type VisitPart = (typeof VISIT_PARTS)[number]

const wholeMinutes = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : Math.floor((to - from) / 60_000)

/**
 * Whole minutes of each part; null: one of its ends is missing. What is left of a minute goes to the part in which it is
 * completed, so the parts add up to the visit.
 */
export function visitParts(
  operationType: OperationType,
  events: readonly CountedEvent[],
): Record<VisitPart, number | null> {
  const { arrivedAt, accessAt, exitAt } = visitOf(events, false)
  const parts = Object.fromEntries(VISIT_PARTS.map((part) => [part, null])) as Record<
    VisitPart,
    number | null
  >
  for (const [index, { eventType, at }] of events.entries()) {
    const { parkInterval } = workflowRow(operationType, eventType)
    const end = wholeMinutes(arrivedAt, events[index + 1]?.at ?? null)
    if (parkInterval === null || end === null) continue
    parts[parkInterval] = (parts[parkInterval] ?? 0) + end - (wholeMinutes(arrivedAt, at) ?? 0)
  }
  return { ...parts, terminal: wholeMinutes(accessAt, exitAt), visit: wholeMinutes(arrivedAt, exitAt) }
}
