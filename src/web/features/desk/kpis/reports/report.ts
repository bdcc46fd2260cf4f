import type { KpisResponse } from '#contract/http/desk/kpis'
import type { SaveReportRequest } from '#contract/http/desk/reports'
import { reportTexts } from '#domain/kpi/report-texts'
import { HttpError, NetworkError } from '../../../../lib/http.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { advancedCount, type KpiFilters } from '../filters.ts'

/**
 * The report of the figures on the screen. A report stores a month and an operator, but no advanced filters: with those,
 * the server calculates the figures, so that filtered ones are not saved as the whole month's.
 */
export function reportRequest(kpis: KpisResponse, filters: KpiFilters): SaveReportRequest {
  const report = { month: kpis.month, operatorId: filters.operator }
  return advancedCount(filters) > 0 ? report : { ...report, reportData: reportTexts(kpis) }
}

/** `because` with the reason of a failed call in words for people; `alone` without one, as in a proxy's page. */
function failureText(error: unknown, alone: string, because: (reason: string) => string): string {
  const reason =
    error instanceof NetworkError ? error.message : error instanceof HttpError ? error.said : null
  return reason === null ? alone : because(reason)
}

export const saveFailure = (error: unknown): string =>
  failureText(error, text.saveFailed, text.saveFailedBecause)

export const exportFailure = (error: unknown): string =>
  failureText(error, text.exportFailed, text.exportFailedBecause)
