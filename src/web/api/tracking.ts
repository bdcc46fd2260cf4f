import type { PublicContainerResponse, PublicEventResponse } from '#contract/http/tracking'
import { getQuery, translatedQuery } from './get-query.ts'
import { toTrip } from './operation.ts'

const toTracked = (container: PublicContainerResponse) => toTrip(container)
/** What the public may know of a container. */
export type TrackedContainer = ReturnType<typeof toTracked>
export type TrackedEvent = PublicEventResponse

/** `reference`: operation key or container number. */
export const trackedContainerQuery = (reference: string) =>
  translatedQuery(`/api/public/containers/${encodeURIComponent(reference)}`, toTracked)

export const trackedEventsQuery = (reference: string) =>
  getQuery<TrackedEvent[]>(`/api/public/events/${encodeURIComponent(reference)}`)
