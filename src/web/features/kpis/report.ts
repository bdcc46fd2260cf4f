import type { KpisResponse } from '#contract/http/kpis'
import type { SaveReportRequest } from '#contract/http/reports'
import { reportTexts } from '#domain/kpi/report-texts'
import { advancedCount, type KpiFilters } from './filters.ts'

/**
 * The report of what is on the screen. A report knows a month and an operator, but none of the advanced filters: with
 * those, the figures are left to the server, or they would pass for the whole month's.
 */
export function reportRequest(kpis: KpisResponse, filters: KpiFilters): SaveReportRequest {
  const report = { month: kpis.month, operatorId: filters.operator }
  return advancedCount(filters) > 0 ? report : { ...report, reportData: reportTexts(kpis) }
}
