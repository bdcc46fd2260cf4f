import { PARK_GAPS, type ParkTimingName } from '../kpi/park-timings.ts'
import { type EventType, isStep, type StepType } from '../operation/steps.ts'
import type { Visit } from './counted.ts'

/** An event that counts, with its effective time in epoch milliseconds. */
export interface CountedEvent {
  eventType: EventType
  at: number
}

/** The steps whose times are counted from and to. */
export const ARRIVAL_STEPS = PARK_GAPS.totalTime.from
export const ACCESS_STEPS = PARK_GAPS.parkingTime.from
export const EXIT_STEPS = PARK_GAPS.totalTime.to

function timeOf(events: readonly CountedEvent[], steps: readonly StepType[]): number | null {
  return events.findLast(({ eventType }) => isStep(eventType) && steps.includes(eventType))?.at ?? null
}

export const visitOf = (events: readonly CountedEvent[], cancelled: boolean): Visit => ({
  arrivedAt: timeOf(events, ARRIVAL_STEPS),
  accessAt: timeOf(events, ACCESS_STEPS),
  exitAt: timeOf(events, EXIT_STEPS),
  cancelled,
})

/** The parts of a visit, as the park timings name them, with the two sums: in the terminal, and the whole visit. */
export const VISIT_PARTS = [
  'accessTime',
  'parkingTime',
  'loadUnloadTime',
  'exitTime',
  'terminal',
  'visit',
] as const
export type VisitPart = (typeof VISIT_PARTS)[number]

const PART_OF: Readonly<Record<Exclude<VisitPart, 'terminal'>, ParkTimingName>> = {
  accessTime: 'accessTime',
  parkingTime: 'parkingTime',
  loadUnloadTime: 'loadUnloadTime',
  exitTime: 'exitTime',
  visit: 'totalTime',
}

/** Whole minutes of each part; null: one of its ends is missing. */
export function visitParts(events: readonly CountedEvent[]): Record<VisitPart, number | null> {
  const between = (from: readonly StepType[], to: readonly StepType[]): number | null => {
    const begin = timeOf(events, from)
    const end = timeOf(events, to)
    return begin === null || end === null ? null : Math.floor((end - begin) / 60_000)
  }
  return Object.fromEntries(
    VISIT_PARTS.map((part) => {
      if (part === 'terminal') return [part, between(ACCESS_STEPS, EXIT_STEPS)]
      const { from, to } = PARK_GAPS[PART_OF[part]]
      return [part, between(from, to)]
    }),
  ) as Record<VisitPart, number | null>
}
