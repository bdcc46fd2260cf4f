import { milestoneAfter, stepsAfter } from '#domain/forecast/forecast'
import { isStop, type Phase, workflowRow } from '#domain/operation/steps'
import { isLate, type UsualOf } from '#domain/usual/usual'
import type { DetentionOfOperation } from '../../../api/desk/detention.ts'
import type { OperationForecast } from '../../../api/forecasts.ts'
import type { Operation } from '../../../api/operation.ts'

/** An operation in its current step. */
export interface Standing {
  operation: Operation
  phase: Phase
  elapsedSeconds: number
  /** What its step normally takes, and beyond what it is late; null: not enough history. */
  normalSeconds: number | null
  lateSeconds: number | null
  /** It is late; false without enough history. */
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
  usualOf: UsualOf,
  now: number,
  { forecasts, detentions, outside }: Answers,
): Standing {
  const { operationType, newestEventType: eventType, placeId = null } = operation
  const at = Date.parse(operation.newestEventAt)
  const usual = usualOf({ operationType, eventType, placeId, at })
  const elapsedSeconds = Math.max(0, Math.floor((now - at) / 1000))
  return {
    operation,
    phase: workflowRow(operationType, eventType).phase,
    elapsedSeconds,
    normalSeconds: usual?.normalSeconds ?? null,
    lateSeconds: usual?.p75Seconds ?? null,
    overdue: isLate(usual, elapsedSeconds),
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
