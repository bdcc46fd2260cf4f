import type { PublicContainerResponse, PublicEventResponse } from '#contract/http/tracking'
import { getQuery, translatedQuery } from './get-query.ts'
import { toTrip } from './operation.ts'

// A link may leave out the times.
const toTracked = (container: PublicContainerResponse) =>
  toTrip({
    ...container,
    lastCompletedTime: container.lastCompletedTime ?? '',
    startTime: container.startTime ?? '',
    lastUpdated: container.lastUpdated ?? '',
    totalDuration: container.totalDuration ?? 0,
  })
/** What the public may know of a container. */
export type TrackedContainer = ReturnType<typeof toTracked>
export type TrackedEvent = PublicEventResponse & { timestamp: string }

/** `reference`: operation key or container number. */
export const trackedContainerQuery = (reference: string) =>
  translatedQuery(`/api/public/containers/${encodeURIComponent(reference)}`, toTracked)

export const trackedEventsQuery = (reference: string) =>
  getQuery<TrackedEvent[]>(`/api/public/events/${encodeURIComponent(reference)}`)
