import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { subscribeLive } from '../../../api/desk/desk-live.ts'
import { eventsKey, fetchEventPage } from '../../../api/desk/events.ts'
import { refreshFeaturesAfter } from '../../../api/entitlements.ts'
import { operatorNames } from '../../../api/people/operator-names.ts'
import { operatorsQuery } from '../../../api/people/operators.ts'
import { useStore } from '../../../lib/store.ts'
import { type Filters, narrow, toSearch } from './filters.ts'
import { type HistoryPage, mergeHistory } from './model.ts'
import { createRecentEvents } from './recent-events.ts'

const STALE_MS = 10_000
const PAGE = 200

const EMPTY_PAGE: HistoryPage = { events: [], total: 0, next: null, heard: 0 }

/** The matching events, page by page, merged with live events. While other filters load, the list before stays. */
export function useHistory(filters: Filters, zone: string) {
  const client = useQueryClient()
  const [recent] = useState(createRecentEvents)
  const narrowing = useMemo(() => narrow(filters, zone), [filters, zone])
  const search = narrowing && toSearch(narrowing)

  const query = useInfiniteQuery({
    queryKey: eventsKey(search),
    queryFn: async ({ pageParam, signal }): Promise<HistoryPage> => {
      if (search === null) return EMPTY_PAGE
      const heard = recent.heard()
      try {
        const page = await fetchEventPage(search, PAGE, pageParam, signal)
        return { ...page, total: page.total ?? page.events.length, heard }
      } catch (error) {
        refreshFeaturesAfter(client, error)
        throw error
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: HistoryPage) => last.next,
    placeholderData: keepPreviousData,
    // Live events are not in the cache, so a tab that is opened again refetches.
    gcTime: 0,
    staleTime: STALE_MS,
    refetchOnWindowFocus: false,
  })

  const { refetch } = query
  useEffect(
    () =>
      subscribeLive((change) => {
        // A pending answer may be older than the message: cancelled and refetched.
        if (change.type === 'resync' || change.type === 'correction') void refetch({ cancelRefetch: true })
        else if (change.type === 'event' && recent.hear(change.event)) void refetch({ cancelRefetch: false })
      }),
    [refetch, recent],
  )

  const pages = query.data?.pages
  const live = useStore(recent.events)
  const operators = useQuery(operatorsQuery)
  const names = useMemo(() => operatorNames(operators.data ?? []), [operators.data])
  const history = useMemo(
    () => (pages === undefined ? null : mergeHistory(pages, live, narrowing, names)),
    [pages, live, narrowing, names],
  )
  return { query, recent, narrowing, names, history }
}

export type HistoryList = ReturnType<typeof useHistory>
