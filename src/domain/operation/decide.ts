import type { OperationEvent, OperationState } from './state.ts'
import { type EventType, type OperationType, workflowRow } from './steps.ts'

/** How far ahead of the server's clock a reported time may be: phones drift. */
export const FUTURE_TOLERANCE_MS = 2 * 60 * 1000

export interface StartCommand {
  operationType: OperationType
  /** The server's clock, epoch milliseconds. */
  now: number
  /** When it happened by the phone's clock; absent: now. */
  occurredAt?: number | undefined
}

export interface RecordCommand {
  eventType: EventType
  now: number
  occurredAt?: number | undefined
}

export type Refusal =
  /** The operation's newest event allows other events only; `allowed` is empty once it has ended. */
  | { reason: 'not_next'; allowed: readonly EventType[] }
  /** Reported to have happened before the newest event of the operation. */
  | { reason: 'before_newest'; newestAt: number }
  /** Reported to happen more than the tolerance in the future. */
  | { reason: 'in_future' }

export type Decision = { ok: true; event: OperationEvent } | { ok: false; refusal: Refusal }

const inFuture = (occurredAt: number | undefined, now: number): boolean =>
  occurredAt !== undefined && occurredAt > now + FUTURE_TOLERANCE_MS

export function decideStart(command: StartCommand): Decision {
  if (inFuture(command.occurredAt, command.now)) return { ok: false, refusal: { reason: 'in_future' } }
  return {
    ok: true,
    event: {
      type: 'start_trip',
      operationType: command.operationType,
      occurredAt: command.occurredAt ?? command.now,
    },
  }
}

/** Whether `command` may become the next event of the operation. */
export function decide(state: OperationState, command: RecordCommand): Decision {
  const allowed = workflowRow(state.operationType, state.eventType).next
  if (!allowed.includes(command.eventType)) return { ok: false, refusal: { reason: 'not_next', allowed } }
  if (inFuture(command.occurredAt, command.now)) return { ok: false, refusal: { reason: 'in_future' } }
  if (command.occurredAt !== undefined && command.occurredAt < state.lastEventAt) {
    return { ok: false, refusal: { reason: 'before_newest', newestAt: state.lastEventAt } }
  }
  // The newest event may lie up to the tolerance in the future; the server's own stamp must not fall before it.
  const occurredAt = command.occurredAt ?? Math.max(command.now, state.lastEventAt)
  return { ok: true, event: { type: command.eventType, operationType: state.operationType, occurredAt } }
}

/**
 * Whole seconds that the interval closed by `next` lasted. Seconds are counted between the two instants, so the
 * sum of a trip's intervals may fall short of the trip's length by less than a second an interval.
 */
export function intervalSeconds(openedAt: number, closedAt: number): number {
  return Math.max(0, Math.floor((closedAt - openedAt) / 1000))
}
