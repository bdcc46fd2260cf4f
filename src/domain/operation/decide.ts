import { onServerClock, settle } from '../time/two-clocks.ts'
import type { OperationEvent, OperationState } from './state.ts'
import { type EventType, FIRST_STEP, type OperationType, workflowRow } from './steps.ts'

/** How far ahead of the server's clock a reported time may be: phones drift. */
export const FUTURE_TOLERANCE_MS = 2 * 60 * 1000

/** When something happened, as far as it was told. Epoch milliseconds. */
interface When {
  /** The server's clock. */
  now: number
  /** By the phone's clock; absent: now. */
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

/** When it happened by the server's clock; undefined: nothing was told. Never before `earliest` for a little crossing. */
function happenedAt({ occurredAt, clockOffsetMs, now }: When, earliest: number): number | undefined {
  if (occurredAt === undefined || clockOffsetMs === undefined) return occurredAt
  return settle(onServerClock(occurredAt, clockOffsetMs), earliest, Math.max(now, earliest))
}

/**
 * Whether a new operation may begin. It may lie before the end of the driver's previous one: each operation is in order
 * by itself, and refusing a start would lose the trip behind it.
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
  // The newest event may lie up to the tolerance in the future; the server's own stamp must not fall before it.
  const occurredAt = at ?? Math.max(command.now, state.newestEventAt)
  return { ok: true, event: { type: command.eventType, operationType: state.operationType, occurredAt } }
}

/**
 * Whole seconds that the interval closed by `next` lasted. Seconds are counted between the two instants, so the
 * sum of a trip's intervals may fall short of the trip's length by less than a second an interval.
 */
export function intervalSeconds(openedAt: number, closedAt: number): number {
  return Math.max(0, Math.floor((closedAt - openedAt) / 1000))
}
