import { z } from 'zod'
import { messageFields } from '#contract/http/messages'
import { eventResponse, operationResponse } from '#contract/http/operations'

/**
 * What happened, told after it was committed. Everything in it can also be fetched: losing one costs a catch-up. A
 * schema, because another process of the product may be of another version.
 */
export const busMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('recorded'),
    supervisorId: z.number().int().nullable(),
    userId: z.number().int(),
    event: eventResponse,
    /** Place among operations that began at once; never leaves the server. */
    operationId: z.number().int(),
    operation: operationResponse,
  }),
  z.object({ kind: z.literal('entitlements_changed'), supervisorId: z.number().int() }),
  z.object({ kind: z.literal('session_ended'), userIds: z.array(z.number().int()), ...messageFields }),
  z.object({ kind: z.literal('logged_out'), sessionId: z.string() }),
  /** Somebody set a setting: every process reads them anew. */
  z.object({ kind: z.literal('settings_changed') }),
  /** The administrator has taken the database for the truth: every process reads its board anew. */
  z.object({ kind: z.literal('board_outdated') }),
  /** Everything that this supervisor's operators have recorded is gone. */
  z.object({ kind: z.literal('record_removed'), supervisorId: z.number().int() }),
])
export type BusMessage = z.infer<typeof busMessage>

/** Carries messages to every process of the product, this one included. */
export interface Bus {
  /** This process hears it before the call returns, the others soon or never. Neither waits nor throws. */
  publish(message: BusMessage): void
  /** Returns the way to stop listening. */
  subscribe(listener: (message: BusMessage) => void): () => void
  /**
   * Calls `listener` whenever messages of other processes may have been missed and from here on are heard again: what
   * is kept in memory from messages must be read anew from the database. Returns the way to stop listening.
   */
  onGap(listener: () => void): () => void
  /** Whether other processes hear this one, and this one them. */
  healthy(): boolean
  close(): Promise<void>
}
