import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SaveReportRequest } from '#contract/http/desk/reports'
import { deleteReport, exportReport, reportsQuery, saveReport } from '../../../../api/desk/reports.ts'
import { fileNameOf, saveFile } from '../../../../lib/save-file.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { toast } from '../../../../ui/toast/toast.ts'
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
    // As bytes: reading it as text would drop the mark by which spreadsheets recognize UTF-8.
    mutationFn: async (report: SaveReportRequest): Promise<string> => {
      const response = await exportReport(report)
      const fallback = `reporte_${report.month.replace('-', '_')}.csv`
      const name = fileNameOf(response.headers.get('content-disposition'), fallback)
      saveFile(await response.blob(), name)
      return name
    },
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
