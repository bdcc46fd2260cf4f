import type { EventResponse, OperationResponse } from '#contract/http/operations'
import { operatorStatusLabel, stepLabel } from '#domain/operation/labels'
import {
  type EventType,
  isStep,
  isStop,
  mayStop,
  nextStep,
  type OperationType,
  type Phase,
  type StepType,
  type StopType,
  stepsOf,
  workflowRow,
} from '#domain/operation/steps'
import { operationText as text } from '../../text/operation.ts'

export interface WorkflowView {
  eventType: EventType
  statusLabel: string
  phase: Phase
  processLabel: string
  /** The newest step; stops and resumes happen within it. */
  step: StepType
  /** What the advance button records; null while stopped or ended. */
  next: StepType | null
  advanceLabel: string
  /** The stop that is going on. */
  stop: StopType | null
  canStop: boolean
  active: boolean
}

/** What the operator sees of an operation. */
export function workflowView(operation: OperationResponse): WorkflowView {
  const { operationType: type, currentEventType: eventType, isActive: active } = operation
  const step = isStep(operation.lastCompletedEventType) ? operation.lastCompletedEventType : 'start_trip'
  const next = nextStep(type, eventType)
  return {
    eventType,
    statusLabel: operatorStatusLabel(type, eventType),
    phase: workflowRow(type, eventType).phase,
    processLabel: type === 'load' ? text.loadProcess : text.unloadProcess,
    step,
    next,
    // While stopped the button stays, disabled, with what it will do once the trip goes on.
    advanceLabel: advanceLabel(next ?? nextStep(type, step) ?? 'end_trip'),
    stop: isStop(eventType) ? eventType : null,
    canStop: mayStop(type, eventType),
    active,
  }
}

function advanceLabel(next: StepType): string {
  return next === 'end_trip' ? text.finish : text.advanceTo(stepLabel(next))
}

export type StepState = 'done' | 'current' | 'next'

export interface StepView {
  step: StepType
  label: string
  state: StepState
}

const ALL_SHOWN_UP_TO = 3

/**
 * The stepper: what is done, where one is, and what comes next. Of a trip with more than three steps the later ones
 * are left out; `count` and `position` (1-based) tell how far it is.
 */
export function progressView(type: OperationType, current: StepType) {
  const steps = stepsOf(type)
  const at = steps.indexOf(current)
  const state = (index: number): StepState => (index < at ? 'done' : index === at ? 'current' : 'next')
  const shown = steps.length > ALL_SHOWN_UP_TO ? steps.slice(0, at + 2) : steps
  const views: StepView[] = shown.map((step, index) => ({
    step,
    label: stepLabel(step),
    state: state(index),
  }))
  return { position: at + 1, count: steps.length, steps: views }
}

/** The operation after its newest event, for the moment until the server has been asked again. */
export function applyEvent(operation: OperationResponse, event: EventResponse): OperationResponse {
  const row = workflowRow(operation.operationType, event.eventType)
  const ended = row.next.length === 0
  const step = isStep(event.eventType)
    ? {
        lastCompletedStatus: stepLabel(event.eventType),
        lastCompletedEventType: event.eventType,
        lastCompletedTime: event.timestamp,
      }
    : {}
  return {
    ...operation,
    ...step,
    isActive: !ended,
    ended,
    currentStatus: row.statusLabel,
    currentEventType: event.eventType,
    lastUpdated: event.timestamp,
    location: event.location ?? operation.location,
    coordinates: event.coordinates ?? operation.coordinates,
    googleMapsLink: event.googleMapsLink ?? operation.googleMapsLink,
    version: operation.version + 1,
  }
}

/** Of two answers about the active operation, the one to show: a poll that was asked before a press may come after it. */
export function newerOperation(
  shown: OperationResponse | null | undefined,
  arrived: OperationResponse | null,
): OperationResponse | null {
  if (!shown || !arrived || shown.containerId !== arrived.containerId) return arrived
  return arrived.version < shown.version ? shown : arrived
}

/** Whether a 409's `operation` is one. */
export function isOperation(value: unknown): value is OperationResponse {
  return (
    typeof value === 'object' &&
    value !== null &&
    'containerId' in value &&
    'currentEventType' in value &&
    'version' in value
  )
}

/** What to tell when the server refused `sent` because the operation had moved on. */
export function conflictSentence(sent: EventType, operation: OperationResponse): string {
  if (!operation.isActive) return text.conflictEnded
  if (operation.currentEventType === sent) return text.conflictSame
  return text.conflictOther(operatorStatusLabel(operation.operationType, operation.currentEventType))
}

/** Whole seconds in the current state; never negative, whatever the clocks say. */
export function secondsInState(operation: OperationResponse, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(operation.lastUpdated)) / 1000))
}
