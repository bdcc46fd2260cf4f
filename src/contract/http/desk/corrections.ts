import { z } from 'zod'
import { CORRECTION_KINDS, REASON } from '#domain/operation/correct'
import { STOP_TYPES } from '#domain/operation/steps'
import { coded } from '../messages.ts'
import { askedInstant, containerNumber, eventId, operationResponse, pressTime } from '../operations.ts'
import { line } from '../text.ts'

const reason = line('text_invalid', 'correction_reason')
  .min(REASON.min, coded('correction_reason'))
  .max(REASON.max, coded('correction_reason'))

/** `position`: of the event, as `position` of its row says. */
const position = z.number().int().min(1).max(1_000_000)
/** The same id again is the same correction; for another operation it is refused. */
const correctionId = eventId.optional()

/**
 * A supervisor gives a reason. A driver may send a retraction alone, of the own newest press, and needs none. It was pressed
 * within a minute of the recording; one that arrives later than that counts as `src/domain/operation/retraction.ts` says.
 */
export const correctionRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('time'), correctionId, position, timestamp: askedInstant, reason }),
  z.object({ kind: z.literal('stop_kind'), correctionId, position, eventType: z.enum(STOP_TYPES), reason }),
  z.object({ kind: z.literal('container_number'), correctionId, containerNumber, reason }),
  z.object({
    kind: z.literal('retraction'),
    correctionId,
    position,
    reason: reason.nullish(),
    ...pressTime,
  }),
  z.object({ kind: z.literal('cancellation'), correctionId, reason }),
])
export type CorrectionRequest = z.input<typeof correctionRequest>

export const correctionResponse = z.object({
  correctionId: z.string(),
  /** The supervisor's next number, as an event takes one. */
  seq: z.number().int(),
  containerId: z.string(),
  displayContainerId: z.string(),
  kind: z.enum(CORRECTION_KINDS),
  /** Of the event, and its place among the operation's records; null: it is about the operation. */
  eventPosition: z.number().int().nullable(),
  /** What counted before and what counts now: an instant, an event type, a container number; null: nothing. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  authorName: z.string(),
  authorRole: z.enum(['operator', 'supervisor']),
  reason: z.string().nullable(),
  recordedAt: z.string(),
  /** Of a driver's retraction: when it was pressed, as the phone says; null: nobody says. */
  reportedAt: z.string().nullable(),
})
export type CorrectionResponse = z.infer<typeof correctionResponse>

export const correctedResponse = z.object({ correction: correctionResponse, operation: operationResponse })
export type CorrectedResponse = z.infer<typeof correctedResponse>

export const correctionsResponse = z.array(correctionResponse)
