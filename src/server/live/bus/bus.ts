import { z } from 'zod'
import { messageFields } from '#contract/http/messages'
import { POSITION_GRADES } from '#domain/geo/position-grade'
import { WHEREABOUTS } from '#domain/place/grade'
import { alertRow, correctionRow, eventRow, operationRow } from './rows.ts'

/** Grows when a process of an older version would misread a message. */
export const BUS_VERSION = 2

/** How a step stands to the place of its operation, with the place's name. */
const eventGrade = z.object({
  place: z.string(),
  where: z.enum(WHEREABOUTS),
  metres: z.number().nullable(),
  fix: z.enum(POSITION_GRADES).nullable(),
  suggested: z.boolean(),
})
export type EventGrade = z.infer<typeof eventGrade>

/** Where an active operation goes, and for whom. */
const destination = operationRow.pick({ operationKey: true, placeId: true, placeGiven: true, clientId: true })
export type Destination = z.infer<typeof destination>

/**
 * A hint about a committed change, as domain state: it is presented where it leaves the server. All of it can also be
 * fetched, so a lost message costs a catch-up. Validated on receipt, because another process may run another version.
 */
export const busMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('recorded'),
    event: eventRow,
    /** Null: the step does not happen at a place, or the operation has none. */
    grade: eventGrade.nullable(),
    operation: operationRow,
  }),
  z.object({
    kind: z.literal('corrected'),
    correction: correctionRow,
    operation: operationRow,
  }),
  /** The supervisor gave an active operation another place or client; its records are as they were. */
  z.object({
    kind: z.literal('destination_changed'),
    supervisorId: z.number().int(),
    userId: z.number().int(),
    operation: destination,
  }),
  /** The places of this supervisor are not what they were. */
  z.object({ kind: z.literal('places_changed'), supervisorId: z.number().int() }),
  z.object({ kind: z.literal('entitlements_changed'), supervisorId: z.number().int() }),
  z.object({
    kind: z.literal('session_ended'),
    userIds: z.array(z.number().int()),
    /** Only these of their sessions. */
    sessionIds: z.array(z.string()).optional(),
    ...messageFields,
  }),
  z.object({ kind: z.literal('logged_out'), sessionId: z.string() }),
  /** These accounts, or one of their sessions, are not what they were; their sockets stay. */
  z.object({ kind: z.literal('account_changed'), userIds: z.array(z.number().int()) }),
  /** Every process reloads the settings. */
  z.object({ kind: z.literal('settings_changed') }),
  /** The administrator asked for 'database to memory': every process reloads its board. */
  z.object({ kind: z.literal('board_outdated') }),
  /** Raised, escalated, closed, or handled by its supervisor. */
  z.object({ kind: z.literal('alert_changed'), alert: alertRow }),
  z.object({ kind: z.literal('alert_rules_changed'), supervisorId: z.number().int() }),
  /** `times`: since the newest record of the operation; `at`: epoch milliseconds. */
  z.object({
    kind: z.literal('step_refused'),
    supervisorId: z.number().int(),
    operationKey: z.string(),
    times: z.number().int(),
    at: z.number().int(),
  }),
  /** All operations and events of this supervisor were deleted. */
  z.object({ kind: z.literal('record_removed'), supervisorId: z.number().int() }),
])
export type BusMessage = z.infer<typeof busMessage>

/** A record that was added, with the operation as it stands after it. */
export type Recorded = Extract<BusMessage, { kind: 'recorded' | 'corrected' }>

/** The number of the record. */
export const seqOf = (message: Recorded): number =>
  message.kind === 'recorded' ? message.event.seq : message.correction.seq

/** Carries messages to every process of the product, this one included. */
export interface Bus {
  /** Delivered in this process before it returns, to others soon or never. Does not wait or throw. */
  publish(message: BusMessage): void
  /** Returns the unsubscribe function. */
  subscribe(listener: (message: BusMessage) => void): () => void
  /**
   * Calls `listener` after a gap: messages may have been missed, and delivery works again. Caches fed by messages must
   * reload from the database. Returns the unsubscribe function.
   */
  onGap(listener: () => void): () => void
  /** Whether messages reach other processes and theirs reach this one. */
  healthy(): boolean
  close(): Promise<void>
}
