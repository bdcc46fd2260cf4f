import { useQuery } from '@tanstack/react-query'
import { isOperationKey } from '#domain/container/operation-key'
import { type TrackedContainer, trackedContainerQuery, trackedEventsQuery } from '../../api/tracking.ts'

/** Not while the tab is hidden: the query library pauses the interval then, and refetches when the tab is shown. */
const POLL_MS = 10_000

/**
 * What the public may know of a container, refetched every ten seconds. An ended operation cannot change any more; behind
 * a bare container number another may begin, so there the polling continues.
 */
export function useTrackedContainer(reference: string) {
  const enabled = reference !== ''
  const container = useQuery({
    ...trackedContainerQuery(reference),
    enabled,
    refetchInterval: ({ state: { data } }) => (data && isFinal(reference, data) ? false : POLL_MS),
    refetchOnWindowFocus: 'always',
  })
  const events = useQuery({
    ...trackedEventsQuery(reference),
    enabled,
    refetchInterval: ({ state }) => {
      const final = container.data !== undefined && isFinal(reference, container.data)
      // Once more after the end, for the event that ended it.
      return final && state.dataUpdatedAt > container.dataUpdatedAt ? false : POLL_MS
    },
    refetchOnWindowFocus: 'always',
  })
  return { container, events }
}

const isFinal = (reference: string, { isActive }: TrackedContainer): boolean =>
  !isActive && isOperationKey(reference)
