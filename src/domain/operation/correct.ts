import { replay } from './replay.ts'
import type { OperationState } from './state.ts'
import { type EventType, isStop, type OperationType } from './steps.ts'

export const CORRECTION_KINDS = [
  'time',
  'stop_kind',
  'container_number',
  'retraction',
  'cancellation',
] as const
export type CorrectionKind = (typeof CORRECTION_KINDS)[number]

/** Characters of a reason. */
export const REASON = { min: 3, max: 300 } as const

/** An event that counts, as it counts today. Epoch milliseconds. */
export interface CountingEvent {
  /** Its place among the records of the operation. */
  position: number
  type: EventType
  operationType: OperationType
  occurredAt: number
}

/** What is to count from now on. `position` is that of an event. */
export type CorrectionCommand =
  | { kind: 'time'; position: number; occurredAt: number }
  | { kind: 'stop_kind'; position: number; type: EventType }
  | { kind: 'container_number'; containerNumber: string }
  | { kind: 'retraction'; position: number }
  | { kind: 'cancellation' }

export type CorrectionRefusal =
  /** No event at this position counts. */
  | { reason: 'unknown_event' }
  /** The time must lie between these, both included. */
  | { reason: 'out_of_bounds'; earliest: number; latest: number }
  | { reason: 'not_a_stop' }
  | { reason: 'not_the_newest' }
  /** The start cannot be taken back; the operation can be cancelled. */
  | { reason: 'is_the_start' }
  /** It is so already. */
  | { reason: 'no_change' }
  | { reason: 'already_cancelled' }

export interface Corrected {
  /** The events that count afterwards, in order. */
  events: readonly CountingEvent[]
  /** Their replay; its version counts this correction too. */
  state: OperationState
  /** What counted before and what counts now: epoch milliseconds, an event type, a number; null: nothing. */
  before: string | number | null
  after: string | number | null
}

export type CorrectionDecision = ({ ok: true } & Corrected) | { ok: false; refusal: CorrectionRefusal }

/** What stands before a correction. `events` in order; `version` is the number of records so far. */
export interface Correctable {
  events: readonly CountingEvent[]
  containerNumber: string
  version: number
  isCancelled: boolean
}

const refuse = (refusal: CorrectionRefusal): CorrectionDecision => ({ ok: false, refusal })

/** Between which times an event may lie, both included; `events` in order. -Infinity: there is no bound. */
export function timeBounds(events: readonly CountingEvent[], event: CountingEvent, now: number) {
  const index = events.indexOf(event)
  return {
    earliest: events[index - 1]?.occurredAt ?? Number.NEGATIVE_INFINITY,
    // A server whose clock was set back has events in its future: they bound nothing but themselves.
    latest: events[index + 1]?.occurredAt ?? Math.max(now, event.occurredAt),
  }
}

/** Whether `command` may correct the operation, and how it stands then. `now` is the server's clock. */
export function correct(operation: Correctable, command: CorrectionCommand, now: number): CorrectionDecision {
  const { events, version, isCancelled } = operation
  if (isCancelled) return refuse({ reason: 'already_cancelled' })
  const becomes = (after: readonly CountingEvent[], texts: Pick<Corrected, 'before' | 'after'>) => {
    const state = replay(after)
    // `start_trip` cannot be retracted, so one event at least is left.
    if (!state) return refuse({ reason: 'is_the_start' })
    const isCancelled = command.kind === 'cancellation'
    return {
      ok: true,
      events: after,
      state: { ...state, version: version + 1, isCancelled },
      ...texts,
    } as const
  }
  if (command.kind === 'cancellation') return becomes(events, { before: null, after: null })
  if (command.kind === 'container_number') {
    const { containerNumber: before } = operation
    const { containerNumber: after } = command
    return before === after ? refuse({ reason: 'no_change' }) : becomes(events, { before, after })
  }
  const index = events.findIndex(({ position }) => position === command.position)
  const event = events[index]
  if (!event) return refuse({ reason: 'unknown_event' })
  switch (command.kind) {
    case 'time': {
      const { earliest, latest } = timeBounds(events, event, now)
      const { occurredAt } = command
      if (occurredAt < earliest || occurredAt > latest) {
        return refuse({ reason: 'out_of_bounds', earliest, latest })
      }
      if (occurredAt === event.occurredAt) return refuse({ reason: 'no_change' })
      return becomes(events.with(index, { ...event, occurredAt }), {
        before: event.occurredAt,
        after: occurredAt,
      })
    }
    case 'stop_kind':
      if (!isStop(event.type) || !isStop(command.type)) return refuse({ reason: 'not_a_stop' })
      if (event.type === command.type) return refuse({ reason: 'no_change' })
      return becomes(events.with(index, { ...event, type: command.type }), {
        before: event.type,
        after: command.type,
      })
    case 'retraction':
      if (index !== events.length - 1) return refuse({ reason: 'not_the_newest' })
      if (index === 0) return refuse({ reason: 'is_the_start' })
      return becomes(events.slice(0, -1), { before: event.type, after: null })
  }
}
