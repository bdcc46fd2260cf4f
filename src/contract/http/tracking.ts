import { z } from 'zod'
import { EVENT_TYPES, OPERATION_TYPES } from '#domain/operation/steps'
import { coordinates, place } from './operations.ts'

/**
 * What anyone with a link sees. For a bare container number driver and position are null: the number can be read
 * off the box. `visibility` says which of the two this is.
 */
export const publicContainerResponse = z.object({
  containerId: z.string(),
  displayContainerId: z.string(),
  visibility: z.enum(['full', 'status']),
  operationType: z.enum(OPERATION_TYPES),
  isActive: z.boolean(),
  currentStatus: z.string(),
  currentEventType: z.enum(EVENT_TYPES),
  lastCompletedStatus: z.string(),
  lastCompletedEventType: z.enum(EVENT_TYPES),
  lastCompletedTime: z.string(),
  startTime: z.string(),
  lastUpdated: z.string(),
  /** Seconds from the start to the end, or to the answer while active (the ETag goes by the version, not by this). */
  totalDuration: z.number().int(),
  username: z.string().nullable(),
  location: z.string().nullable(),
  place,
  googleMapsLink: z.string().nullable(),
  coordinates: coordinates.nullable(),
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
