import type { Coordinates } from '../geo/position.ts'
import type { OperationState } from '../operation/state.ts'
import type { EventType, OperationType } from '../operation/steps.ts'

/** Where the phone was at a press. */
export interface Fix {
  coordinates: Coordinates
  /** Metres; the radius of 68% confidence. */
  accuracy: number | null
  /** Whole seconds between the fix and the press. */
  fixAgeSeconds: number | null
}

export type RefusalCode =
  /** The server has this step, pressed on another phone; nothing is lost. */
  | 'already_recorded'
  /** Another phone moved the operation on. */
  | 'not_next'
  /** The operation has ended on another phone. */
  | 'ended'
  /** The supervisor has taken this step back after it was recorded. */
  | 'retracted'
  /** The supervisor has cancelled the operation. */
  | 'cancelled'
  /** An earlier press that this one needs was refused. */
  | 'depends_on'
  /** Another operation of this driver was under way. */
  | 'active_operation'
  /** Another driver has an operation with this container. */
  | 'container_busy'
  /** The server does not know the operation. */
  | 'unknown_operation'
  /** Refused for another reason. */
  | 'rejected'
  /** The step stands: the server did not take it back. */
  | 'undo_refused'

export interface Refusal {
  code: RefusalCode
  /** The server's own sentence, where it gave one. */
  sentence: string | null
}

/** The driver takes a press back that may have reached the server: a retraction to deliver. */
export interface Undo {
  /** Idempotency key of the retraction. */
  correctionId: string
  /** Epoch milliseconds by the phone's own clock. */
  pressedAt: number
  /** As in an entry. */
  clockOffsetMs: number | null
}

/** One press, stored once and delivered once. 'start_trip' starts an operation; all other types move it. */
export interface Entry {
  /** Idempotency key: sent again, it is the same event. */
  eventId: string
  /** The driver who pressed; only their session may deliver it. */
  userId: number
  /** Position in the queue of the driver, ascending. */
  order: number
  /** Id of the operation on this phone: its operation key, or the eventId of its start if it began here. */
  localOperationId: string
  /** Null until the server has answered the start. */
  operationKey: string | null
  eventType: EventType
  operationType: OperationType
  containerNumber: string
  /** Epoch milliseconds by the phone's own clock. */
  pressedAt: number
  /** Milliseconds to add to `pressedAt` for the server's time; null: not measured when it was pressed. */
  clockOffsetMs: number | null
  fix: Fix | null
  /** The driver took the suggestion of the phone. */
  suggested?: true
  /** Of a start: the place where the truck goes. */
  placeId?: number
  /** The state that the press was made from; null: it starts the operation. */
  before: OperationState | null
  /** There is no 'sending': after a crash nobody could tell whether the answer was lost. */
  status: 'waiting' | 'delivered' | 'refused'
  /** Set before the first try. Until then the press has never left the phone. */
  sent: boolean
  /** Failed tries so far. */
  attempts: number
  /** The server's time of the event; null until delivered. */
  recordedAs: number | null
  /** Its place among the server's records of the operation; null until delivered. */
  position: number | null
  undo: Undo | null
  refusal: Refusal | null
}

/** The active operation as the server last said. */
export interface KnownOperation extends OperationState {
  key: string
  containerNumber: string
}

/** One driver's outbox: the presses on this phone, and what the server last said. */
export interface Outbox {
  userId: number
  /** By `order`. */
  entries: readonly Entry[]
  /** The active operation as the server said; null: none, or never asked. */
  known: KnownOperation | null
  /** Whether the server has ever said what is active. */
  asked: boolean
  /** The trip whose end the server confirmed last, and its version then: an answer that calls it active is stale. */
  endedKey: string | null
  /** A newer version is no stale answer: the end was taken back. Null: unknown, from an older version of the page. */
  endedVersion: number | null
  /** Grows whenever `known` may have changed: an answer to an earlier question is stale. */
  revision: number
}

export const emptyOutbox = (userId: number): Outbox => ({
  userId,
  entries: [],
  known: null,
  asked: false,
  endedKey: null,
  endedVersion: null,
  revision: 0,
})

export const isStart = (entry: Entry): boolean => entry.eventType === 'start_trip'

/** Whether something about it is to be sent: the press, or its retraction. */
export const isWaiting = (entry: Entry): boolean => entry.status === 'waiting' || entry.undo != null

export const waiting = (box: Outbox): readonly Entry[] => box.entries.filter(isWaiting)

export const refused = (box: Outbox): readonly Entry[] =>
  box.entries.filter((entry) => entry.status === 'refused')
