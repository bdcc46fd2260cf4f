import { useQuery } from '@tanstack/react-query'
import type { PublicContainerResponse, PublicEventResponse } from '#contract/http/tracking'
import { isOperationKey } from '#domain/container/operation-key'

/** Not while the tab is hidden: react-query's interval rests then, and asks at once when the tab is shown. */
const POLL_MS = 10_000

/**
 * What the public may know of a container, renewed every ten seconds. An ended operation cannot change any more; a
 * bare container number may begin another, so there the asking goes on.
 */
export function useTrackedContainer(containerId: string) {
  const path = encodeURIComponent(containerId)
  const enabled = containerId !== ''
  const container = useQuery<PublicContainerResponse>({
    queryKey: [`/api/public/containers/${path}`],
    enabled,
    refetchInterval: ({ state: { data } }) => (data && isFinal(containerId, data) ? false : POLL_MS),
    refetchOnWindowFocus: 'always',
  })
  const events = useQuery<PublicEventResponse[]>({
    queryKey: [`/api/public/events/${path}`],
    enabled,
    refetchInterval: ({ state }) => {
      const final = container.data !== undefined && isFinal(containerId, container.data)
      // One last time after the end, for the event that ended it.
      return final && state.dataUpdatedAt > container.dataUpdatedAt ? false : POLL_MS
    },
    refetchOnWindowFocus: 'always',
  })
  return { container, events }
}

const isFinal = (containerId: string, { isActive }: PublicContainerResponse): boolean =>
  !isActive && isOperationKey(containerId)
