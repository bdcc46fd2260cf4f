import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeLive } from '../../../api/desk/desk-live.ts'
import { eventsKey, fetchEventPage } from '../../../api/desk/events.ts'
import { kpisQuery } from '../../../api/desk/kpis.ts'
import { useLive } from '../../../api/live.ts'
import { createRecompute } from './recompute.ts'

const STALE_MS = 10_000
const FIVE_MINUTES_MS = 5 * 60 * 1000
const RECOMPUTE_MS = 300
/** Active operations and 'today' change with the clock, without any event. */
const CLOCK_MS = 60_000
const POLL_MS = 15_000
const PAGE_ROWS = 100

/** The figures by these filters (`kpiSearch`), refetched within a second after a live event. */
export function useKpis(search: string) {
  const { connected } = useLive()
  const query = useQuery({
    ...kpisQuery(search),
    // The old figures stay on the screen until the new ones arrive.
    placeholderData: keepPreviousData,
    refetchInterval: connected ? CLOCK_MS : POLL_MS,
  })
  const { refetch } = query
  useEffect(() => {
    const recompute = createRecompute(RECOMPUTE_MS, () => refetch({ cancelRefetch: false }))
    const unsubscribe = subscribeLive((change) => {
      if (change.type === 'event' || change.type === 'correction' || change.type === 'resync')
        recompute.hear()
    })
    return () => {
      unsubscribe()
      recompute.stop()
    }
  }, [refetch])
  return query
}

/** The figures of a past month, for comparison: they hardly change. */
export function usePastKpis(search: string, enabled: boolean) {
  return useQuery({ ...kpisQuery(search), staleTime: FIVE_MINUTES_MS, enabled })
}

/** The events behind a figure, page by page. `search` null: there are none. */
export function useEventsBehind(search: string | null) {
  return useInfiniteQuery({
    queryKey: eventsKey('behind', search),
    queryFn: ({ pageParam, signal }) => fetchEventPage(search ?? '', PAGE_ROWS, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: search !== null,
    staleTime: STALE_MS,
  })
}
