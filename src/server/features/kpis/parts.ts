import type { DeadTimeSums } from '#domain/kpi/dead-time'
import type { GapSums, ParkTimingName } from '#domain/kpi/park-timings'
import type { ClosedIntervals } from '#domain/kpi/time-shares'
import type { TripSums } from '#domain/kpi/trip-duration'
import type { CorrectionKind } from '#domain/operation/correct'
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

/** One gap of one visit. */
export interface VisitRow {
  operationKey: string
  containerNumber: string
  username: string
  from: Date
  to: Date
  ms: number
}

/** A correction that the figures rest on. */
export interface CorrectionBehind {
  correctionId: string
  seq: number
  operationKey: string
  containerNumber: string
  kind: CorrectionKind
  eventPosition: number | null
  before: string | null
  after: string | null
  authorName: string
  authorRole: 'operator' | 'supervisor'
  reason: string | null
  recordedAt: Date
}
