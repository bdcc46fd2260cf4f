import {
  isStop,
  mayStop,
  nextStep,
  type OperationType,
  type StepType,
  stepsOf,
  workflowRow,
} from '#domain/operation/steps'
import type { LocalOperation } from '#domain/outbox/standing'
import { operationText as text } from '../../../text/driver.ts'
import { eventLabel, operatorStatusLabel } from '../../../text/labels.ts'

/** What the operator sees of an operation. */
export function workflowView({ state }: Pick<LocalOperation, 'state'>) {
  const { operationType: type, newestEventType: eventType, newestStepType: step } = state
  const next = nextStep(type, eventType)
  return {
    eventType,
    statusLabel: operatorStatusLabel(type, eventType),
    phase: workflowRow(type, eventType).phase,
    processLabel: type === 'load' ? text.loadProcess : text.unloadProcess,
    /** The newest step; stops and resumes happen within it. */
    step,
    /** What the advance button records; null while stopped or ended. */
    next,
    // While stopped the button stays, disabled, with the step that follows.
    advanceLabel: advanceLabel(next ?? nextStep(type, step) ?? 'end_trip'),
    /** The current stop; null: none. */
    stop: isStop(eventType) ? eventType : null,
    canStop: mayStop(type, eventType),
  }
}

export type WorkflowView = ReturnType<typeof workflowView>

function advanceLabel(next: StepType): string {
  return next === 'end_trip' ? text.finish : text.advanceTo(eventLabel(next))
}

export type StepState = 'done' | 'current' | 'next'

const ALL_SHOWN_UP_TO = 3

/** The steps done, current and next. Long trips leave out later steps. `position` counts from 1. */
export function progressView(type: OperationType, current: StepType) {
  const steps = stepsOf(type)
  const at = steps.indexOf(current)
  const state = (index: number): StepState => (index < at ? 'done' : index === at ? 'current' : 'next')
  const shown = steps.length > ALL_SHOWN_UP_TO ? steps.slice(0, at + 2) : steps
  const views = shown.map((step, index) => ({ step, label: eventLabel(step), state: state(index) }))
  return { position: at + 1, count: steps.length, steps: views }
}

/** Whole seconds in the current state; never negative. */
export function secondsInState(newestEventAt: number, now: number): number {
  return Math.max(0, Math.floor((now - newestEventAt) / 1000))
}
