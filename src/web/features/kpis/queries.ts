import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SaveReportRequest } from '#contract/http/reports'
import { eventsKey, fetchEventPage } from '../../api/events.ts'
import { kpisQuery } from '../../api/kpis.ts'
import { subscribeLive, useLive } from '../../api/live.ts'
import { deleteReport, reportsQuery, saveReport } from '../../api/reports.ts'
import { kpisText as text } from '../../text/kpis.ts'
import { toast } from '../../ui/toast/toast.ts'
import { createRecompute } from './recompute.ts'
import { downloadReport } from './reports/download.ts'
import { exportFailure, saveFailure } from './reports/report.ts'

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
      if (change.type === 'event' || change.type === 'resync') recompute.hear()
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

export function useSaveReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: saveReport,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: reportsQuery.queryKey })
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

/** The row shows a failure: a toast would be behind the open drawer. */
export function useDeleteReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: deleteReport,
    onSuccess: (_answer, id) => {
      client.setQueryData(reportsQuery.queryKey, (list) => list?.filter((report) => report.id !== id))
      toast({ title: text.deleted, id: 'report-deleted' })
    },
  })
}
