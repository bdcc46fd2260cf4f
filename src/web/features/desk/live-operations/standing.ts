import type { StepPercentilesResponse } from '#contract/http/step-percentiles'
import { milestoneAfter, stepsAfter } from '#domain/forecast/forecast'
import { type EventType, isStop, type OperationType, type Phase, workflowRow } from '#domain/operation/steps'
import { ENOUGH_SAMPLES } from '#domain/operation/usual-time'
import type { DetentionOfOperation } from '../../../api/detention.ts'
import type { OperationForecast } from '../../../api/forecasts.ts'
import type { Operation } from '../../../api/operation.ts'

/** How long a step normally takes, by operation type and the event that opens it. */
export type Normals = ReadonlyMap<string, { p75Seconds: number; samples: number }>

const keyOf = (operationType: OperationType, eventType: EventType): string => `${operationType} ${eventType}`

export function normalsOf(rows: StepPercentilesResponse): Normals {
  return new Map(
    rows.map(({ operationType, eventType, p75Seconds, samples }) => [
      keyOf(operationType, eventType),
      { p75Seconds, samples },
    ]),
  )
}

/** The 75th percentile of the step in which the operation is, in seconds; null: not enough history. */
export function normalSecondsOf(
  { operationType, newestEventType }: Pick<Operation, 'operationType' | 'newestEventType'>,
  normals: Normals,
): number | null {
  const normal = normals.get(keyOf(operationType, newestEventType))
  return normal && normal.samples >= ENOUGH_SAMPLES ? normal.p75Seconds : null
}

/** An operation in its current step. */
export interface Standing {
  operation: Operation
  phase: Phase
  elapsedSeconds: number
  normalSeconds: number | null
  /** Longer than normal; false without enough history. */
  overdue: boolean
  stopped: boolean
  /** When it reaches its next steps; null: not known yet. */
  forecast: OperationForecast | null
  /** What was agreed about its waiting; null: nothing, or it is not at its place. */
  detention: DetentionOfOperation | null
  /** A step of it was recorded outside its place. */
  outside: boolean
}

/** Answers about the operations, by operation key. */
export interface Answers {
  forecasts: ReadonlyMap<string, OperationForecast>
  detentions: ReadonlyMap<string, DetentionOfOperation>
  outside: ReadonlyMap<string, unknown>
}

/** How `operation` stands at `now` (epoch milliseconds). */
export function standingOf(
  operation: Operation,
  normals: Normals,
  now: number,
  { forecasts, detentions, outside }: Answers,
): Standing {
  const normalSeconds = normalSecondsOf(operation, normals)
  const elapsedSeconds = Math.max(0, Math.floor((now - Date.parse(operation.newestEventAt)) / 1000))
  return {
    operation,
    phase: workflowRow(operation.operationType, operation.newestEventType).phase,
    elapsedSeconds,
    normalSeconds,
    overdue: normalSeconds !== null && elapsedSeconds > normalSeconds,
    stopped: isStop(operation.newestEventType),
    forecast: currentForecast(operation, forecasts.get(operation.operationKey)),
    detention: detentions.get(operation.operationKey) ?? null,
    outside: outside.has(operation.operationKey),
  }
}

/**
 * What is forecast of the steps still to come. Right after a step that is what was said before it, until the next answer.
 * Null: nothing was, as after a step was taken back.
 */
function currentForecast(
  { operationType, newestStepType }: Operation,
  forecast: OperationForecast | undefined,
): OperationForecast | null {
  const toCome = stepsAfter(operationType, newestStepType)
  const first = forecast?.steps.findIndex(({ step }) => step === toCome[0]) ?? -1
  if (!forecast || first < 0) return null
  if (first === 0) return forecast
  const steps = forecast.steps.slice(first)
  const milestone = milestoneAfter(operationType, newestStepType)
  return { ...forecast, steps, milestone: steps.find(({ step }) => step === milestone) ?? null }
}

/** What a supervisor has to look at: a truck that stands still, or a step that takes longer than normal. */
export const isException = ({ overdue, stopped }: Standing): boolean => overdue || stopped
