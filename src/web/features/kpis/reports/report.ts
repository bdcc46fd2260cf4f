import type { KpisResponse } from '#contract/http/kpis'
import type { SaveReportRequest } from '#contract/http/reports'
import { reportTexts } from '#domain/kpi/report-texts'
import { HttpError, NetworkError } from '../../../lib/http.ts'
import { kpisText as text } from '../../../text/kpis.ts'
import { fromServer } from '../../../text/wire.ts'
import { advancedCount, type KpiFilters } from '../filters.ts'

/**
 * The report of what is on the screen. A report knows a month and an operator, but none of the advanced filters: with
 * those, the figures are left to the server, or they would pass for the whole month's.
 */
export function reportRequest(kpis: KpisResponse, filters: KpiFilters): SaveReportRequest {
  const report = { month: kpis.month, operatorId: filters.operator }
  return advancedCount(filters) > 0 ? report : { ...report, reportData: reportTexts(kpis) }
}

/** Why a call failed, in words for people; null: there are none, as in a proxy's own page. */
function reasonOf(error: unknown): string | null {
  if (error instanceof NetworkError) return error.message
  const said = error instanceof HttpError && (error.body.message || error.body.error)
  return said ? fromServer(said) : null
}

/** What is said when a report could not be saved: with the reason where there is one. */
export function saveFailure(error: unknown): string {
  const reason = reasonOf(error)
  return reason === null ? text.saveFailed : text.saveFailedBecause(reason)
}

/** The same when it could not be exported. */
export function exportFailure(error: unknown): string {
  const reason = reasonOf(error)
  return reason === null ? text.exportFailed : text.exportFailedBecause(reason)
}
