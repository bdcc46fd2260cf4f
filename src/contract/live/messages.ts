import { z } from 'zod'
import { alertResponse } from '../http/desk/alerts.ts'
import { correctionResponse } from '../http/desk/corrections.ts'
import { featuresResponse } from '../http/entitlements.ts'
import { messageFields } from '../http/messages.ts'
import { eventResponse, operationResponse } from '../http/operations.ts'

/** Where an active operation goes now, and for whom. */
export const destination = operationResponse.pick({
  containerId: true,
  placeId: true,
  placeGiven: true,
  clientId: true,
})
export type DestinationPayload = z.infer<typeof destination>

/**
 * Messages of the live channel. They are hints: everything in them can be fetched, and a client that misses one gets it
 * by its number (`GET /api/events?after=`).
 */
export const liveMessage = z.discriminatedUnion('type', [
  /** First message. `seq`: the supervisor's newest number (0 for an operator). `serverTime`: ISO 8601. */
  z.object({
    type: z.literal('hello'),
    payload: z.object({ seq: z.number().int(), serverTime: z.string() }),
  }),
  /** Every 25 s. A page that receives nothing for 62.5 s treats its connection as lost. */
  z.object({ type: z.literal('heartbeat'), payload: z.object({}) }),
  z.object({ type: z.literal('event_update'), payload: eventResponse }),
  z.object({ type: z.literal('correction_update'), payload: correctionResponse }),
  /** `seq` is the number of the record that brought the operation to this state. */
  z.object({ type: z.literal('operation_update'), payload: operationResponse, seq: z.number().int() }),
  /** Has no number: after a reconnection the list of operations has it. */
  z.object({ type: z.literal('destination_update'), payload: destination }),
  /** Has no number: after a reconnection `GET /api/alerts` has what was missed. */
  z.object({ type: z.literal('alert_update'), payload: alertResponse }),
  z.object({ type: z.literal('entitlements_update'), payload: featuresResponse }),
  z.object({ type: z.literal('session_ended'), payload: z.object(messageFields) }),
  z.object({ type: z.literal('error'), payload: z.object(messageFields) }),
])
export type LiveMessage = z.infer<typeof liveMessage>

export const liveTokenResponse = z.object({ token: z.string() })
