import type { ReportData, ReportResponse } from '#contract/http/desk/reports'
import type { TurnTimes } from '#contract/http/desk/turn-times'
import { CSV_BOM, type CsvCell, csvRecord } from '#domain/csv/csv'
import { type ParkTimingName, TURN_TIMINGS } from '#domain/kpi/park-timings'
import { PARK_TIMING_NAMES, TURN_TIMING_NAMES, REPORT_WORDS as words } from '../../../text/csv.ts'
import type { ReportRow } from './queries.ts'

export function presentReport(row: ReportRow): ReportResponse {
  return {
    id: row.id,
    month: row.month,
    operatorId: row.operatorId,
    operatorName: row.operatorName,
    timestamp: row.timestamp.toISOString(),
    reportData: row.reportData,
    figures: row.figures,
    hasLaterCorrections: row.hasLaterCorrections,
  }
}

export interface ReportFile {
  month: string
  operatorId: number | null
  operatorName: string | null
  reportData: ReportData
}

export const reportFileName = ({ month, operatorId }: Pick<ReportFile, 'month' | 'operatorId'>): string =>
  `reporte_${month.replace('-', '_')}${operatorId === null ? '' : `_operador_${operatorId}`}.csv`

/** The times of each place or client: how many visits, their mean and percentiles. */
function turnRows(section: string, none: string, groups: readonly TurnTimes[] = []): CsvCell[][] {
  return groups.flatMap(({ name, timings, outside }) => [
    ...TURN_TIMINGS.flatMap((timing) => {
      const { mean, p50, p90, samples, excluded } = timings[timing]
      const label = `${name ?? none}: ${TURN_TIMING_NAMES[timing]}`
      return [
        [section, words.visits(label), samples],
        [section, words.excluded(label), excluded],
        [section, label, mean.toFixed(1)],
        [section, words.p50(label), p50.toFixed(1)],
        [section, words.p90(label), p90.toFixed(1)],
      ]
    }),
    ...(outside === undefined ? [] : [[section, words.outside(name ?? none), outside]]),
  ])
}

/** One row for each figure, with its section in front. */
export function reportCsv({ month, operatorName, reportData }: ReportFile): string {
  const timings = Object.entries(PARK_TIMING_NAMES) as [ParkTimingName, string][]
  const rows: readonly (readonly CsvCell[])[] = [
    words.head,
    [words.report, words.month, month],
    [words.report, words.operator, operatorName ?? words.everyOperator],
    [words.figures, words.averageTripDuration, reportData.averageTripDuration],
    [words.figures, words.deadTime, reportData.deadTimePercentage],
    [words.figures, words.distance, reportData.totalDistance],
    [words.figures, words.productiveTime, reportData.productiveTimeRatio],
    ...(reportData.corrections ? [[words.figures, words.corrections, reportData.corrections]] : []),
    ...timings.flatMap(([name, label]) => {
      const mean = reportData.parkTimings[name]
      return mean === undefined ? [] : [[words.parkTimings, label, mean]]
    }),
    ...timings.flatMap(([name, label]) => {
      const row = reportData.parkPercentiles?.[name]
      return row
        ? [
            [words.parkTimings, words.p50(label), row.p50],
            [words.parkTimings, words.p90(label), row.p90],
          ]
        : []
    }),
    ...reportData.eventTypes.map(({ name, value }) => [words.eventTypes, name, value]),
    ...reportData.operationStatuses.map(({ name, value }) => [words.operationStatuses, name, value]),
    ...turnRows(words.places, words.noPlace, reportData.turnTimes?.places),
    ...turnRows(words.clients, words.noClient, reportData.turnTimes?.clients),
  ]
  return CSV_BOM + rows.map(csvRecord).join('')
}
