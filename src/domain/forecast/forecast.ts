import {
  type EventType,
  type OperationType,
  type StepType,
  stepsOf,
  workflowRow,
} from '../operation/steps.ts'
import { atLeast, ENOUGH_LONGER, type Lengths } from '../usual/lengths.ts'
import type { Sample } from '../usual/sample.ts'
import { isLate, usualIn } from '../usual/usual.ts'

/** The shares of trips that have reached a step by the start and by the end of a range. */
export const EARLY_SHARE = 0.5
export const LATE_SHARE = 0.9

/** An active operation at its newest step. */
export interface Underway {
  operationType: OperationType
  newestStepType: StepType
  /** Effective time of that step, epoch milliseconds. */
  newestStepAt: number
  /** It has stopped, or gone on, since that step. */
  hasStopped: boolean
  placeId: number | null
  origin: string | null
}

/**
 * When a step is reached: half of the trips like this one by `fromAt`, nine of ten by `toAt` (epoch milliseconds). `late`:
 * hardly any took as long as this one already has. `unknown`: too few trips to say.
 */
export type StepForecast = { step: StepType } & Reached
type Reached = { kind: 'range'; fromAt: number; toAt: number } | { kind: 'late' } | { kind: 'unknown' }

/** The forecast of each step that `operation` has still to reach, in order. Yields where it may rest. */
export function* forecast(
  operation: Underway,
  sample: Sample,
  now: number,
): Generator<void, readonly StepForecast[]> {
  const {
    operationType,
    newestStepType: eventType,
    newestStepAt: at,
    placeId,
    origin,
    hasStopped,
  } = operation
  const elapsedSeconds = Math.max(0, (now - at) / 1000)
  const from = { operationType, eventType, at, placeId }
  const current = hasStopped ? null : yield* sample({ ...from, to: null, origin: null })
  // Where the step itself is within the usual, no screen calls it late.
  const tooFew = current && !isLate(usualIn(current), elapsedSeconds) ? 'unknown' : 'late'
  function reachedIn(lengths: Lengths | null): Reached {
    if (lengths === null) return { kind: 'unknown' }
    const longer = atLeast(lengths, elapsedSeconds)
    if (longer.length < ENOUGH_LONGER) return { kind: tooFew }
    const reached = (share: number): number => at + quantile(longer, share) * 1000
    return { kind: 'range', fromAt: reached(EARLY_SHARE), toAt: reached(LATE_SHARE) }
  }

  const forecasts: StepForecast[] = []
  for (const step of stepsAfter(operationType, eventType)) {
    const lengths = yield* sample({ ...from, to: step, origin })
    forecasts.push({ step, ...reachedIn(lengths) })
    yield
  }
  return forecasts
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
 * The length that the next one stays below or meets with probability `share`: rank share x (n + 1), rounded up. The plain
 * nearest rank promises too much of few samples (0.9 of 20 holds for 0.86).
 */
export function quantile(lengths: Lengths, share: number): number {
  const rank = Math.min(lengths.length, Math.ceil(share * (lengths.length + 1)))
  return lengths[rank - 1] as number
}
