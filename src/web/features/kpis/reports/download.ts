import type { SaveReportRequest } from '#contract/http/reports'
import { httpError, NetworkError } from '../../../lib/http.ts'
import { commonText } from '../../../text/common.ts'

/** The file name of a Content-Disposition header; `fallback` when it names none. */
export function fileName(disposition: string | null, fallback: string): string {
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim()
  // Never a path: the browser would refuse or mangle it.
  return plain?.split(/[\\/]/).pop() || fallback
}

/**
 * Downloads the report as CSV. Bytes, not text: reading it as text would swallow the mark by which spreadsheets tell
 * UTF-8.
 * @returns the name under which it was saved
 * @throws HttpError, NetworkError
 */
export async function downloadReport(report: SaveReportRequest): Promise<string> {
  const response = await post('/api/reports/export', report)
  if (!response.ok) throw httpError(response.status, response.statusText, await response.text())
  const name = fileName(
    response.headers.get('content-disposition'),
    `reporte_${report.month.replace('-', '_')}.csv`,
  )
  save(await response.blob(), name)
  return name
}

async function post(path: string, body: unknown): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  } catch (error) {
    throw new NetworkError(commonText.serverAway, { cause: error })
  }
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the address after the click; a second is plenty, and a report is small.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
