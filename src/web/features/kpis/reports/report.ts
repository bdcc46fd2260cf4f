import type { KpisResponse } from '#contract/http/kpis'
import type { SaveReportRequest } from '#contract/http/reports'
import { reportTexts } from '#domain/kpi/report-texts'
import { HttpError, NetworkError } from '../../../lib/http.ts'
import { kpisText as text } from '../../../text/kpis.ts'
import { advancedCount, type KpiFilters } from '../filters.ts'

/**
 * The report of the figures on the screen. A report stores a month and an operator, but no advanced filters: with those,
 * the server calculates the figures, so that filtered ones are not saved as the whole month's.
 */
export function reportRequest(kpis: KpisResponse, filters: KpiFilters): SaveReportRequest {
  const report = { month: kpis.month, operatorId: filters.operator }
  return advancedCount(filters) > 0 ? report : { ...report, reportData: reportTexts(kpis) }
}

/** The reason of a failed call in words for people; null: none, as in a proxy's page. */
function reasonOf(error: unknown): string | null {
  if (error instanceof NetworkError) return error.message
  return error instanceof HttpError ? error.said : null
}

/** The sentence for a report that was not saved, with the reason if there is one. */
export function saveFailure(error: unknown): string {
  const reason = reasonOf(error)
  return reason === null ? text.saveFailed : text.saveFailedBecause(reason)
}

/** The sentence for a report that was not exported. */
export function exportFailure(error: unknown): string {
  const reason = reasonOf(error)
  return reason === null ? text.exportFailed : text.exportFailedBecause(reason)
}
