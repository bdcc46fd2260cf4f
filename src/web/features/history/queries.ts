import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ContainerIdsResponse } from '#contract/http/history'
import type { EventResponse } from '#contract/http/operations'
import { refreshFeaturesAfter } from '../../api/entitlements.ts'
import { subscribeLive } from '../../lib/live.ts'
import { respond } from '../../lib/respond.ts'
import { useStore } from '../../lib/store.ts'
import { historyText as text } from '../../text/history.ts'
import { toast } from '../../ui/toast/toast.ts'
import { type Filters, type Narrowing, narrow, toQuery } from './filters.ts'
import { type EventPage, type History, mergeHistory } from './model.ts'
import { createRecentEvents, type RecentEvents } from './recent-events.ts'

const EVENTS_PATH = '/api/events'
const STALE_MS = 10_000
const PAGE = 200

const EMPTY_PAGE: EventPage = { events: [], total: 0, next: null, heard: 0 }

async function fetchPage(
  narrowing: Narrowing,
  cursor: string | null,
  heard: number,
  signal: AbortSignal,
): Promise<EventPage> {
  const params = new URLSearchParams(toQuery(narrowing))
  params.set('limit', String(PAGE))
  if (cursor !== null) params.set('cursor', cursor)
  const response = await respond(`${EVENTS_PATH}?${params}`, signal)
  const events: unknown = await response.json()
  if (!Array.isArray(events)) throw new Error('GET /api/events did not answer with a list')
  const total = Number(response.headers.get('x-total-count') ?? Number.NaN)
  return {
    events: events as EventResponse[],
    total: Number.isFinite(total) ? total : events.length,
    next: response.headers.get('x-next-cursor') || null,
    heard,
  }
}

/**
 * The events that match, page by page, with those that come live among them. Asks once for each set of filters;
 * while the next answer is on its way the list before stays.
 */
export function useHistory(filters: Filters, zone: string) {
  const client = useQueryClient()
  const [recent] = useState(createRecentEvents)
  const narrowing = useMemo(() => narrow(filters, zone), [filters, zone])

  const query = useInfiniteQuery({
    queryKey: [EVENTS_PATH, narrowing === null ? null : toQuery(narrowing)],
    queryFn: async ({ pageParam, signal }) => {
      if (narrowing === null) return EMPTY_PAGE
      try {
        return await fetchPage(narrowing, pageParam, recent.heard(), signal)
      } catch (error) {
        refreshFeaturesAfter(client, error)
        throw error
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: EventPage) => last.next,
    placeholderData: keepPreviousData,
    // What comes live is not in the cache: a tab that is opened again asks again.
    gcTime: 0,
    staleTime: STALE_MS,
    refetchOnWindowFocus: false,
  })

  const { refetch } = query
  useEffect(
    () =>
      subscribeLive((change) => {
        // An answer that is under way may be older than the message: it is dropped and asked for anew.
        if (change.type === 'resync') void refetch({ cancelRefetch: true })
        else if (change.type === 'event' && recent.hear(change.event)) void refetch({ cancelRefetch: false })
      }),
    [refetch, recent],
  )

  return { query, recent, narrowing, history: useMerged(query.data?.pages, recent, narrowing) }
}

function useMerged(
  pages: readonly EventPage[] | undefined,
  recent: RecentEvents,
  narrowing: Narrowing | null,
): History | null {
  const live = useStore(recent.events)
  return useMemo(
    () => (pages === undefined ? null : mergeHistory(pages, live, narrowing)),
    [pages, live, narrowing],
  )
}

/** The manual refresh of this tab; says whether it worked. */
export function useRefreshHistory(refetch: () => Promise<{ isError: boolean }>) {
  return useMutation({
    mutationFn: async () => {
      const { isError } = await refetch()
      if (isError) throw new Error('refetch failed')
    },
    onSuccess: () => toast({ title: text.refreshed, id: 'logs-refreshed' }),
    onError: () => toast({ ...text.refreshFailed, variant: 'destructive', id: 'logs-refreshed' }),
  })
}

/** `wanted`: not before somebody opens the list; it holds every operation there ever was. */
export function useContainerChoices(wanted: boolean) {
  return useQuery<ContainerIdsResponse>({
    queryKey: ['/api/containers/all'],
    staleTime: 60_000,
    enabled: wanted,
  })
}
