import type { SaveReportRequest } from '#contract/http/reports'
import { exportReport } from '../../../api/reports.ts'
import { fileNameOf, saveFile } from '../../../lib/save-file.ts'

/**
 * Downloads the report as CSV. As bytes: reading it as text would drop the mark by which spreadsheets recognize UTF-8.
 * @returns the name under which it was saved
 * @throws HttpError, NetworkError
 */
export async function downloadReport(report: SaveReportRequest): Promise<string> {
  const response = await exportReport(report)
  const name = fileNameOf(
    response.headers.get('content-disposition'),
    `reporte_${report.month.replace('-', '_')}.csv`,
  )
  saveFile(await response.blob(), name)
  return name
}
