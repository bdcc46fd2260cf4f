import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ContainerIdsResponse } from '#contract/http/history'
import type { KpisResponse, KpiVisitsResponse } from '#contract/http/kpis'
import type { EventResponse, SupervisorOperationsResponse } from '#contract/http/operations'
import type { ReportResponse, SaveReportRequest } from '#contract/http/reports'
import { request } from '../../lib/http.ts'
import { subscribeLive, useLive } from '../../lib/live.ts'
import { respond } from '../../lib/respond.ts'
import { kpisText as text } from '../../text/kpis.ts'
import { toast } from '../../ui/toast/toast.ts'
import { createRecompute } from './recompute.ts'
import { downloadReport } from './reports/download.ts'
import { exportFailure, saveFailure } from './reports/report.ts'

const STALE_MS = 10_000
const FIVE_MINUTES_MS = 5 * 60 * 1000
const RECOMPUTE_MS = 300
/** Active operations and 'today' move with the clock, even when nobody presses anything. */
const CLOCK_MS = 60_000
const POLL_MS = 15_000
const PAGE_ROWS = 100

const REPORTS_KEY = ['/api/reports']

const kpisPath = (search: string): string => `/api/supervisor/kpis${search === '' ? '' : `?${search}`}`

/** The figures by these filters (`kpiSearch`), calculated again within a second after a live event. */
export function useKpis(search: string) {
  const { connected } = useLive()
  const query = useQuery<KpisResponse>({
    queryKey: [kpisPath(search)],
    staleTime: STALE_MS,
    // The old figures stay on the screen until the new ones are there.
    placeholderData: keepPreviousData,
    refetchInterval: connected ? CLOCK_MS : POLL_MS,
  })
  const { refetch } = query
  useEffect(() => {
    const recompute = createRecompute(RECOMPUTE_MS, () => refetch({ cancelRefetch: false }))
    const unsubscribe = subscribeLive((change) => {
      if (change.type === 'event' || change.type === 'resync') recompute.hear()
    })
    return () => {
      unsubscribe()
      recompute.stop()
    }
  }, [refetch])
  return query
}

/** The figures of a month that is over, for comparison: they hardly change, and nobody waits for them. */
export function usePastKpis(search: string, enabled: boolean) {
  return useQuery<KpisResponse>({ queryKey: [kpisPath(search)], staleTime: FIVE_MINUTES_MS, enabled })
}

export function useContainers(enabled: boolean) {
  return useQuery<ContainerIdsResponse>({
    queryKey: ['/api/containers/ids'],
    staleTime: FIVE_MINUTES_MS,
    enabled,
  })
}

export interface EventPage {
  events: readonly EventResponse[]
  /** Null when the server does not say. */
  total: number | null
  next: string | null
}

/** The events behind a figure, page by page. `search` null: none, and nothing is asked. */
export function useEventsBehind(search: string | null) {
  return useInfiniteQuery({
    queryKey: ['/api/events', 'behind', search],
    queryFn: async ({ pageParam, signal }): Promise<EventPage> => {
      const cursor = pageParam === null ? '' : `&cursor=${encodeURIComponent(pageParam)}`
      const response = await respond(`/api/events?${search}&limit=${PAGE_ROWS}${cursor}`, signal)
      const total = response.headers.get('x-total-count')
      return {
        events: (await response.json()) as EventResponse[],
        total: total === null ? null : Number(total),
        next: response.headers.get('x-next-cursor'),
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: search !== null,
    staleTime: STALE_MS,
  })
}

export function useVisits(search: string) {
  return useQuery<KpiVisitsResponse>({
    queryKey: [`/api/supervisor/kpis/visits?${search}`],
    staleTime: STALE_MS,
  })
}

/** Every event of one operation, newest first. */
export function useVisitEvents(containerId: string) {
  return useQuery<EventResponse[]>({
    queryKey: [`/api/events/${encodeURIComponent(containerId)}`],
    staleTime: STALE_MS,
  })
}

/** The operations that are active now. A key of its own: the board keeps its list in a store, not in the cache. */
export function useActiveOperations() {
  return useQuery({
    queryKey: ['/api/supervisor/operations', 'behind'],
    queryFn: ({ signal }) =>
      request<SupervisorOperationsResponse>('GET', '/api/supervisor/operations', undefined, { signal }),
    staleTime: STALE_MS,
  })
}

export function useReports() {
  return useQuery<ReportResponse[]>({ queryKey: REPORTS_KEY, staleTime: STALE_MS })
}

export function useSaveReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (report: SaveReportRequest) => request<ReportResponse>('POST', '/api/reports', report),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: REPORTS_KEY })
      toast({ title: text.saved, id: 'report-saved' })
    },
    onError: (error) => toast({ title: saveFailure(error), variant: 'destructive', id: 'report-saved' }),
  })
}

export function useExportReport() {
  return useMutation({
    mutationFn: (report: SaveReportRequest) => downloadReport(report),
    onSuccess: (name) => toast({ title: text.exported, description: name, id: 'report-exported' }),
    onError: (error) => toast({ title: exportFailure(error), variant: 'destructive', id: 'report-exported' }),
  })
}

/** A failure is for the row to tell: a toast would lie behind the open drawer. */
export function useDeleteReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => request<null>('DELETE', `/api/reports/${id}`),
    onSuccess: (_answer, id) => {
      client.setQueryData<ReportResponse[]>(REPORTS_KEY, (list) => list?.filter((report) => report.id !== id))
      toast({ title: text.deleted, id: 'report-deleted' })
    },
  })
}
