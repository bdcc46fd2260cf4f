import {
  type EventType,
  FIRST_STEP,
  isStep,
  type OperationType,
  type StepType,
  workflowRow,
} from './steps.ts'

/** The state that `decide` needs. Times are epoch milliseconds. */
export interface OperationState {
  operationType: OperationType
  /** The newest event; it decides what the operator is doing. */
  newestEventType: EventType
  /** The newest step (neither a stop nor a resume). */
  newestStepType: StepType
  newestStepAt: number
  startedAt: number
  newestEventAt: number
  /** Number of events so far; also the optimistic lock of every write. */
  version: number
  /** A cancelled operation allows no event, although its newest event would. */
  isCancelled: boolean
}

/** One recorded event. */
export interface OperationEvent {
  type: EventType
  operationType: OperationType
  /** Epoch milliseconds. */
  occurredAt: number
}

/** The events that may follow; none once the operation has ended or was cancelled. */
export const allowedNext = (state: OperationState): readonly EventType[] =>
  state.isCancelled ? [] : workflowRow(state.operationType, state.newestEventType).next

export const isActive = (state: OperationState): boolean => allowedNext(state).length > 0

/** The state after `event`. Never refuses: `decide` has accepted the event before. */
export function evolve(state: OperationState | null, event: OperationEvent): OperationState {
  if (state === null) {
    return {
      operationType: event.operationType,
      newestEventType: FIRST_STEP,
      newestStepType: FIRST_STEP,
      newestStepAt: event.occurredAt,
      startedAt: event.occurredAt,
      newestEventAt: event.occurredAt,
      version: 1,
      isCancelled: false,
    }
  }
  const step = isStep(event.type) ? { newestStepType: event.type, newestStepAt: event.occurredAt } : {}
  return {
    ...state,
    ...step,
    newestEventType: event.type,
    newestEventAt: event.occurredAt,
    version: state.version + 1,
  }
}
