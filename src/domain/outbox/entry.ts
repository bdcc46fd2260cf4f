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
  /** The server has this step already, pressed on another phone. The driver has lost nothing. */
  | 'already_recorded'
  /** The operation stands elsewhere: another phone moved it. */
  | 'not_next'
  /** The operation has ended on another phone. */
  | 'ended'
  /** What came before it was refused, and without that it cannot be. */
  | 'depends_on'
  /** Another operation of this driver was under way. */
  | 'active_operation'
  /** Another driver has an operation with this container. */
  | 'container_busy'
  /** The time cannot be, even by a clock measured again. */
  | 'impossible_time'
  /** The server does not know the operation. */
  | 'unknown_operation'
  /** The server did not take it for another reason. */
  | 'rejected'

export interface Refusal {
  code: RefusalCode
  /** The server's own sentence, where it gave one. */
  sentence: string | null
}

/** One press: written down once, delivered once. `eventType` 'start_trip' starts an operation; all others move it. */
export interface Entry {
  /** Names the event for ever, on the phone and on the server; sent again, it is the same event. */
  eventId: string
  /** Whose press it is. Nobody else's session may deliver it. */
  userId: number
  /** Place in the queue of its user; later presses have greater numbers. */
  order: number
  /** Names the operation on this phone: its operation key, or the eventId of its start if it began here. */
  localOperationId: string
  /** Null until the server has answered the start. */
  operationKey: string | null
  eventType: EventType
  operationType: OperationType
  containerNumber: string
  /** Epoch milliseconds by the phone's own clock. */
  pressedAt: number
  /** What to add to `pressedAt` for the server's time; null: not measured when it was pressed. */
  clockOffsetMs: number | null
  /** The entry that was this operation's newest event when this one was pressed. */
  follows: string | null
  /** Else the server's time of that newest event. */
  baseAt: number | null
  fix: Fix | null
  /** That it is being sent is nobody's business but the sender's: after a kill nobody would know. */
  status: 'waiting' | 'delivered' | 'refused'
  /** How often it was sent and no answer counted. */
  attempts: number
  /** Its time was refused once, and the clock measured again. */
  timeRetried: boolean
  /** When it happened, by the server's record; null until delivered. */
  recordedAs: number | null
  refusal: Refusal | null
}

/** What the server last said of the operation under way. */
export interface KnownOperation extends OperationState {
  key: string
  containerNumber: string
}

/** Everything that one driver's phone knows and has not yet told. */
export interface Outbox {
  userId: number
  /** By `order`. */
  entries: readonly Entry[]
  /** The active operation by the server; null: none, as far as `asked` goes. */
  known: KnownOperation | null
  /** Whether the server has ever said what is active. */
  asked: boolean
  /** The trip that ended last by an answer to this phone: whoever still calls it active is behind. */
  endedKey: string | null
  /** Grows whenever `known` may have changed: an answer to a question asked before that is old. */
  revision: number
}

export const emptyOutbox = (userId: number): Outbox => ({
  userId,
  entries: [],
  known: null,
  asked: false,
  endedKey: null,
  revision: 0,
})

export const isStart = (entry: Entry): boolean => entry.eventType === 'start_trip'

export const isWaiting = (entry: Entry): boolean => entry.status === 'waiting'

export const waiting = (box: Outbox): readonly Entry[] => box.entries.filter(isWaiting)

export const refused = (box: Outbox): readonly Entry[] =>
  box.entries.filter((entry) => entry.status === 'refused')
