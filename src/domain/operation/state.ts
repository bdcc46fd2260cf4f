import { type EventType, isStep, type OperationType, type StepType, workflowRow } from './steps.ts'

/** What decisions about an operation rest on. Times are epoch milliseconds. */
export interface OperationState {
  operationType: OperationType
  /** The newest event; it decides what the operator is doing. */
  eventType: EventType
  /** The newest step (neither a stop nor a resume). */
  lastStep: StepType
  lastStepAt: number
  startedAt: number
  lastEventAt: number
  /** Number of events so far; also the guard of every write. */
  version: number
}

/** One fact of an operation's history. */
export interface OperationEvent {
  type: EventType
  operationType: OperationType
  /** Epoch milliseconds at which it really happened. */
  occurredAt: number
}

export const isActive = (state: OperationState): boolean =>
  workflowRow(state.operationType, state.eventType).next.length > 0

/** The state after `event`. Events are facts: this never refuses (see decide.ts for what may become a fact). */
export function evolve(state: OperationState | null, event: OperationEvent): OperationState {
  if (state === null) {
    return {
      operationType: event.operationType,
      eventType: 'start_trip',
      lastStep: 'start_trip',
      lastStepAt: event.occurredAt,
      startedAt: event.occurredAt,
      lastEventAt: event.occurredAt,
      version: 1,
    }
  }
  const step = isStep(event.type) ? { lastStep: event.type, lastStepAt: event.occurredAt } : {}
  return {
    ...state,
    ...step,
    eventType: event.type,
    lastEventAt: event.occurredAt,
    version: state.version + 1,
  }
}

/** Replays a history, oldest first. An empty history has no state. */
export function replay(events: readonly OperationEvent[]): OperationState | null {
  return events.reduce<OperationState | null>(evolve, null)
}
