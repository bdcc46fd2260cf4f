import { CROSSING_MS, onServerClock } from '../time/two-clocks.ts'
import { allowedNext, type OperationEvent, type OperationState } from './state.ts'
import { type EventType, FIRST_STEP, type OperationType } from './steps.ts'

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

/** The operation's newest event allows other events only; `allowed` is empty once it has ended or was cancelled. */
export interface Refusal {
  reason: 'not_next'
  allowed: readonly EventType[]
}

/** `reportedAt`: the time that the phone gave, when the event could not have happened then; else null. */
export interface Accepted {
  event: OperationEvent
  reportedAt: number | null
}

export type Decision = ({ ok: true } & Accepted) | { ok: false; refusal: Refusal }

const NONE = Number.NEGATIVE_INFINITY

/**
 * The possible time nearest to what the phone says: no clock blocks a step. Not before `earliest`, and not in the future:
 * up to the tolerance if the phone has no offset, not at all if it has one. `earliest` itself is always possible,
 * because the server's clock may have been set back since.
 *
 * A corrected time that moves by up to CROSSING_MS is not marked: that is the error of the measurement, and on every
 * second event a mark would warn of nothing. A time without an offset was not measured, so every change of it is marked.
 */
function placed({ occurredAt, clockOffsetMs, now }: When, earliest: number) {
  // Without a reported time, the server's own must not precede `earliest` either.
  if (occurredAt === undefined) return { at: Math.max(now, earliest), reportedAt: null }
  const measured = clockOffsetMs !== undefined
  const reportedAt = onServerClock(occurredAt, clockOffsetMs ?? 0)
  const latest = Math.max(earliest, measured ? now : now + FUTURE_TOLERANCE_MS)
  const at = Math.min(Math.max(reportedAt, earliest), latest)
  const marked = Math.abs(at - reportedAt) > (measured ? CROSSING_MS : 0)
  return { at, reportedAt: marked ? reportedAt : null }
}

/**
 * The start of an operation. It may lie before the end of the driver's previous one: order matters only within an
 * operation. A small overlap of corrected times is an error of measurement, and becomes that end.
 */
export function decideStart({ operationType, previousEndAt = NONE, ...when }: StartCommand): Accepted {
  const { at, reportedAt } = placed(when, NONE)
  const crosses = when.clockOffsetMs !== undefined && at < previousEndAt && at >= previousEndAt - CROSSING_MS
  return { event: { type: FIRST_STEP, operationType, occurredAt: crosses ? previousEndAt : at }, reportedAt }
}

/** Whether `command` may become the next event of the operation; its time is no reason to refuse it. */
export function decide(state: OperationState, command: RecordCommand): Decision {
  const { operationType, newestEventAt } = state
  const allowed = allowedNext(state)
  if (!allowed.includes(command.eventType)) return { ok: false, refusal: { reason: 'not_next', allowed } }
  const { at, reportedAt } = placed(command, newestEventAt)
  return { ok: true, event: { type: command.eventType, operationType, occurredAt: at }, reportedAt }
}

/**
 * Whole seconds of an interval, rounded down: the intervals of a trip may add up to less than the trip, by under a
 * second each. Never negative.
 */
export function intervalSeconds(openedAt: number, closedAt: number): number {
  return Math.max(0, Math.floor((closedAt - openedAt) / 1000))
}
