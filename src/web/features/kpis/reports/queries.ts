import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SaveReportRequest } from '#contract/http/reports'
import { deleteReport, reportsQuery, saveReport } from '../../../api/reports.ts'
import { kpisText as text } from '../../../text/kpis.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { downloadReport } from './download.ts'
import { exportFailure, saveFailure } from './report.ts'

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
