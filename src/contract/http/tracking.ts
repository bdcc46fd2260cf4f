import { z } from 'zod'
import { EVENT_TYPES } from '#domain/operation/steps'
import { coordinates, place, tripResponse } from './operations.ts'

/**
 * What anyone with a link sees. For a bare container number driver and position are null: the number can be read
 * off the box. `visibility` says which of the two this is.
 */
export const publicContainerResponse = tripResponse.extend({
  visibility: z.enum(['full', 'status']),
  username: z.string().nullable(),
})
export type PublicContainerResponse = z.infer<typeof publicContainerResponse>

export const publicEventResponse = z.object({
  id: z.number().int(),
  eventType: z.enum(EVENT_TYPES),
  timestamp: z.string(),
  duration: z.number().int().nullable(),
  location: z.string().nullable(),
  place,
  coordinates: coordinates.nullable(),
  googleMapsLink: z.string().nullable(),
})
export type PublicEventResponse = z.infer<typeof publicEventResponse>

export const publicEventsResponse = z.array(publicEventResponse)
