import { z } from 'zod'
import { LINK_LEVELS } from '#domain/container/share-link'
import { EVENT_TYPES } from '#domain/operation/steps'
import { SOME_STOP } from '#domain/operation/told'
import { coordinates, place, tripResponse } from '../operations.ts'
import { stepForecastResponse } from './forecasts.ts'

/** Below `full` a stop is only a stop. */
const toldEventType = z.enum([...EVENT_TYPES, SOME_STOP])

/**
 * What anyone with a link sees. `visibility` says how much: `status` has no times, `times` neither driver nor position; the
 * rest is null then. A bare container number shows `times`, because it can be read off the box.
 */
export const publicContainerResponse = tripResponse.extend({
  /** What was asked for: operation key, token or container number. */
  containerId: z.string(),
  visibility: z.enum(LINK_LEVELS),
  /** The supervisor has cancelled the operation: it will not go on. */
  cancelled: z.boolean(),
  currentEventType: toldEventType,
  lastCompletedTime: z.string().nullable(),
  startTime: z.string().nullable(),
  lastUpdated: z.string().nullable(),
  totalDuration: z.number().int().nullable(),
  /**
   * How much longer this step usually takes, from the answer on, by the supervisor's last 28 days; `overdue`: hardly any
   * lasted as long, and there is no range. Null: too little history, not under way, or not told.
   */
  usual: z
    .object({
      overdue: z.boolean(),
      fromSeconds: z.number().int().nullable(),
      toSeconds: z.number().int().nullable(),
    })
    .nullable(),
  /** The next arrival or departure. Null: not told by this link, not under way. */
  forecast: stepForecastResponse.nullable(),
  /** The driver's name, never the one for signing in. */
  username: z.string().nullable(),
  /** Name of the place that the operation goes to, which says where it is: `full` alone. Null: not told, or none. */
  destination: z.string().nullable(),
})
export type PublicContainerResponse = z.infer<typeof publicContainerResponse>

export const publicEventResponse = z.object({
  id: z.number().int(),
  eventType: toldEventType,
  timestamp: z.string().nullable(),
  duration: z.number().int().nullable(),
  /** Its time or its type is not the one that was reported first. */
  corrected: z.boolean(),
  location: z.string().nullable(),
  place,
  /** Name of the operation's place, where the position lies in it. */
  atPlace: z.string().nullable(),
  coordinates: coordinates.nullable(),
  googleMapsLink: z.string().nullable(),
})
export type PublicEventResponse = z.infer<typeof publicEventResponse>

export const publicEventsResponse = z.array(publicEventResponse)
