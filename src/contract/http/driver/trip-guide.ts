import { z } from 'zod'
import { EVENT_TYPES } from '#domain/operation/steps'
import { coordinates, place } from '../operations.ts'
import { stepPercentilesResponse } from '../step-percentiles.ts'

/** `GET /api/operator/guide`: what helps a driver with what comes next. It names nobody but the own supervisor. */
export const tripGuideResponse = z.object({
  /** Null: there is none. `phone` null: they have not given one. */
  supervisor: z.object({ displayName: z.string(), phone: z.string().nullable() }).nullable(),
  /** Where the driver's active operation goes; null: not known, or none is active. */
  placeId: z.number().int().nullable(),
  /** How long steps usually last: as the supervisor sees it, there and anywhere, only where there is enough history. */
  usual: stepPercentilesResponse,
  /** Where this driver last recorded the events that end a drive; only exact positions of the last 28 days. */
  destinations: z.array(
    z.object({ eventType: z.enum(EVENT_TYPES), coordinates, place, timestamp: z.string() }),
  ),
})
export type TripGuideResponse = z.infer<typeof tripGuideResponse>
