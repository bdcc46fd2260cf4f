import {
  type EventType,
  type OperationType,
  type StepType,
  stepsOf,
  workflowRow,
} from '../operation/steps.ts'
import type { SpanRecord, Spans } from './record.ts'

/** With fewer trips that took as long already, a range is a guess. */
const ENOUGH_LONGER = 5

/** The shares of trips that have reached a step by the start and by the end of a range. */
export const EARLY_SHARE = 0.5
export const LATE_SHARE = 0.9

/** An active operation at its newest step. */
export interface Underway {
  operationType: OperationType
  newestStepType: StepType
  /** Effective time of that step, epoch milliseconds. */
  newestStepAt: number
  /** Local hour of it. */
  newestStepHour: number
  placeId: number | null
  origin: string | null
}

/**
 * When a step is reached: half of the trips like this one by `fromAt`, nine of ten by `toAt` (epoch milliseconds). `late`:
 * hardly any took as long as this one already has. `unknown`: too few trips to say.
 */
export type StepForecast = { step: StepType } & (
  | { kind: 'range'; fromAt: number; toAt: number }
  | { kind: 'late' }
  | { kind: 'unknown' }
)

/** The forecast of each step that `operation` has still to reach, in order. */
export function forecast(operation: Underway, record: SpanRecord, now: number): readonly StepForecast[] {
  const { operationType, newestStepType, newestStepAt, newestStepHour, placeId, origin } = operation
  const elapsedSeconds = Math.max(0, (now - newestStepAt) / 1000)
  return stepsAfter(operationType, newestStepType).map((step): StepForecast => {
    const spans = record({
      operationType,
      from: newestStepType,
      to: step,
      placeId,
      origin,
      hour: newestStepHour,
    })
    if (spans === null) return { step, kind: 'unknown' }
    const longer = spans.slice(firstAtLeast(spans, elapsedSeconds))
    if (longer.length < ENOUGH_LONGER) return { step, kind: 'late' }
    const at = (share: number): number => newestStepAt + quantile(longer, share) * 1000
    return { step, kind: 'range', fromAt: at(EARLY_SHARE), toAt: at(LATE_SHARE) }
  })
}

/** The steps that follow `step`, in order. */
export function stepsAfter(operationType: OperationType, step: EventType): readonly StepType[] {
  const steps = stepsOf(operationType)
  return steps.slice((steps as readonly EventType[]).indexOf(step) + 1)
}

/**
 * The next step at which the truck arrives or leaves: what people wait for. After it they ask again. Null: the operation has
 * ended.
 */
export function milestoneAfter(operationType: OperationType, newestStepType: EventType): StepType | null {
  let moves = isDriving(operationType, newestStepType)
  for (const step of stepsAfter(operationType, newestStepType)) {
    const movesOn = isDriving(operationType, step)
    if (moves !== movesOn) return step
    moves = movesOn
  }
  return null
}

const isDriving = (operationType: OperationType, step: EventType): boolean =>
  workflowRow(operationType, step).phase === 'driving'

/**
 * The value that the next one stays below or meets with probability `share`, of `ascending` earlier ones: rank
 * share x (n + 1), rounded up. The plain nearest rank promises too much of few samples (0.9 of 20 holds for 0.86).
 */
export function quantile(ascending: Spans, share: number): number {
  const rank = Math.min(ascending.length, Math.ceil(share * (ascending.length + 1)))
  return ascending[rank - 1] as number
}

/** Index of the first value that is at least `least`. */
export function firstAtLeast(ascending: Spans, least: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] as number) < least) low = middle + 1
    else high = middle
  }
  return low
}
