import { expect } from 'vitest'
import { type Decision, decide, decideStart, type Refusal } from '#domain/operation/decide'
import { replay } from '#domain/operation/replay'
import type { OperationEvent } from '#domain/operation/state'
import type { EventType, OperationType } from '#domain/operation/steps'

/** Start of the operations in these tests, epoch milliseconds. */
export const START = 1_773_165_600_000

/** Epoch milliseconds, so many minutes after the start. */
export const minute = (minutes: number): number => START + minutes * 60_000

/** Events of one operation, a minute apart from the start on. */
export function history(operationType: OperationType, ...types: EventType[]): OperationEvent[] {
  return types.map((type, index) => ({ type, operationType, occurredAt: minute(index) }))
}

/** `now`: the server's clock; `occurredAt`: the phone's; `clockOffsetMs`: the phone's offset as it was measured. */
interface Clock {
  now: number
  occurredAt?: number
  clockOffsetMs?: number
}

interface When {
  /** Reports `eventType`. */
  when(eventType: EventType, clock: Clock): Outcome
}

interface Outcome {
  /** The report became this event; `reportedAt`: marked, because the phone gave that time. */
  thenEvent(event: { type: EventType; occurredAt: number; reportedAt?: number }): void
  thenRefused(refusal: Refusal): void
}

/**
 * An example of the workflow: these events (one at least) were stored, this is reported, that comes of it.
 */
export function given(events: readonly OperationEvent[]): When {
  const state = replay(events)
  if (state === null) throw new Error('Nothing to decide on: whenStarted() begins an operation.')
  return {
    when: (eventType, clock) => outcome(decide(state, { eventType, ...clock }), state.operationType),
  }
}

/** An operation of this type is begun. */
export function whenStarted(
  operationType: OperationType,
  clock: Clock & { previousEndAt?: number },
): Pick<Outcome, 'thenEvent'> {
  return outcome({ ok: true, ...decideStart({ operationType, ...clock }) }, operationType)
}

function outcome(decision: Decision, operationType: OperationType): Outcome {
  return {
    thenEvent: ({ type, occurredAt, reportedAt }) =>
      expect(decision).toEqual({
        ok: true,
        event: { type, operationType, occurredAt },
        reportedAt: reportedAt ?? null,
      }),
    thenRefused: (refusal) => expect(decision).toEqual({ ok: false, refusal }),
  }
}
