import { queryOptions } from '@tanstack/react-query'
import type { PublicContainerResponse, PublicEventResponse } from '#contract/http/tracking'
import { request } from '../lib/http.ts'
import { getQuery } from './get-query.ts'
import { toTrip } from './operation.ts'

const toTracked = (container: PublicContainerResponse) => toTrip(container)
/** What the public may know of a container. */
export type TrackedContainer = ReturnType<typeof toTracked>
export type TrackedEvent = PublicEventResponse

/** `reference`: operation key or container number. */
export function trackedContainerQuery(reference: string) {
  const path = `/api/public/containers/${encodeURIComponent(reference)}`
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) =>
      toTracked(await request<PublicContainerResponse>('GET', path, undefined, { signal })),
  })
}

export const trackedEventsQuery = (reference: string) =>
  getQuery<TrackedEvent[]>(`/api/public/events/${encodeURIComponent(reference)}`)
