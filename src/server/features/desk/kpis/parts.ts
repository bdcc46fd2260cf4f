import type { DeadTimeSums } from '#domain/kpi/dead-time'
import type { GapSums, ParkTimingName } from '#domain/kpi/park-timings'
import type { ClosedIntervals } from '#domain/kpi/time-shares'
import type { TripSums } from '#domain/kpi/trip-duration'
import type { EventType, OperationType } from '#domain/operation/steps'

/** The sums of the month's statement, from which the domain computes the figures. */
export interface MonthParts {
  types: (ClosedIntervals & { events: number })[]
  trips: TripSums
  deadTime: DeadTimeSums & { stops: number }
  gps: { count: number; events: number }
  /** A timing without gaps is absent. */
  parkTimings: Partial<Record<ParkTimingName, GapSums>>
  /** Kilometres, not rounded. */
  distance: number
  /** Corrections of the operations with an event in the period. */
  corrections: number
  statuses: { eventType: EventType; operationType: OperationType; operations: number }[]
}

export type PartName = keyof MonthParts

export const PART_NAMES = [
  'types',
  'trips',
  'deadTime',
  'gps',
  'parkTimings',
  'distance',
  'statuses',
  'corrections',
] as const satisfies readonly PartName[]
