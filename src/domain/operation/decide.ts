import { onServerClock, settle } from '../time/two-clocks.ts'
import type { OperationEvent, OperationState } from './state.ts'
import { type EventType, FIRST_STEP, type OperationType, workflowRow } from './steps.ts'

/** How far ahead of the server's clock a reported time may be, because phone clocks drift. */
export const FUTURE_TOLERANCE_MS = 2 * 60 * 1000

/** What is known about the time of an event. Epoch milliseconds. */
interface When {
  /** The server's clock. */
  now: number
  /** Time of the press by the phone's clock; absent: now. */
  occurredAt?: number | undefined
  /** What to add to the phone's clock to get the server's; absent: `occurredAt` is right as it stands. */
  clockOffsetMs?: number | undefined
}

export interface StartCommand extends When {
  operationType: OperationType
  /** The end of the driver's newest operation; absent: there is none. */
  previousEndAt?: number | undefined
}

export interface RecordCommand extends When {
  eventType: EventType
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

/** The time by the server's clock; undefined: none was reported. A small overlap with `earliest` becomes `earliest`. */
function happenedAt({ occurredAt, clockOffsetMs, now }: When, earliest: number): number | undefined {
  if (occurredAt === undefined || clockOffsetMs === undefined) return occurredAt
  return settle(onServerClock(occurredAt, clockOffsetMs), earliest, Math.max(now, earliest))
}

/**
 * Whether a new operation may begin. Its start may be before the end of the driver's previous operation: order matters
 * only within an operation, and refusing a start would lose the whole trip.
 */
export function decideStart(command: StartCommand): Decision {
  const at = happenedAt(command, command.previousEndAt ?? Number.NEGATIVE_INFINITY)
  if (inFuture(at, command.now)) return { ok: false, refusal: { reason: 'in_future' } }
  return {
    ok: true,
    event: { type: FIRST_STEP, operationType: command.operationType, occurredAt: at ?? command.now },
  }
}

/** Whether `command` may become the next event of the operation. */
export function decide(state: OperationState, command: RecordCommand): Decision {
  const allowed = workflowRow(state.operationType, state.newestEventType).next
  if (!allowed.includes(command.eventType)) return { ok: false, refusal: { reason: 'not_next', allowed } }
  const at = happenedAt(command, state.newestEventAt)
  if (inFuture(at, command.now)) return { ok: false, refusal: { reason: 'in_future' } }
  if (at !== undefined && at < state.newestEventAt) {
    return { ok: false, refusal: { reason: 'before_newest', newestAt: state.newestEventAt } }
  }
  // The newest event may be up to the tolerance in the future; the server's own timestamp must not precede it.
  const occurredAt = at ?? Math.max(command.now, state.newestEventAt)
  return { ok: true, event: { type: command.eventType, operationType: state.operationType, occurredAt } }
}

/**
 * Whole seconds of an interval, rounded down: the intervals of a trip may add up to less than the trip, by under a
 * second each. Never negative.
 */
export function intervalSeconds(openedAt: number, closedAt: number): number {
  return Math.max(0, Math.floor((closedAt - openedAt) / 1000))
}
