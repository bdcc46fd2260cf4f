import { z } from 'zod'
import { EVENT_TYPES, OPERATION_TYPES } from '#domain/operation/steps'
import { coordinates, place } from './operations.ts'

/** `GET /api/operator/guide`: what helps a driver with what comes next. It names nobody but the own supervisor. */
export const tripGuideResponse = z.object({
  /** Null: there is none, or without a phone number. */
  supervisor: z.object({ displayName: z.string(), phone: z.string() }).nullable(),
  /** How long a step usually lasts: as the supervisor sees it, and only where there is enough history. */
  usual: z.array(
    z.object({
      operationType: z.enum(OPERATION_TYPES),
      /** The event that opens the interval. */
      eventType: z.enum(EVENT_TYPES),
      /** 75th percentile, whole seconds. */
      seconds: z.number().int(),
    }),
  ),
  /** Where this driver last recorded the events that end a drive; only exact positions of the last 28 days. */
  destinations: z.array(
    z.object({ eventType: z.enum(EVENT_TYPES), coordinates, place, timestamp: z.string() }),
  ),
})
export type TripGuideResponse = z.infer<typeof tripGuideResponse>
