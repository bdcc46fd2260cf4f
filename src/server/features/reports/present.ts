import type { ReportData, ReportResponse } from '#contract/http/reports'
import { CSV_BOM, type CsvCell, csvRecord } from '#domain/csv/csv'
import type { ParkTimingName } from '#domain/kpi/park-timings'
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
  }
}

const TIMING_NAMES: Readonly<Record<ParkTimingName, string>> = {
  accessTime: 'Acceso (min)',
  parkingTime: 'Estacionamiento (min)',
  loadUnloadTime: 'Carga/Descarga (min)',
  exitTime: 'Salida (min)',
  totalTime: 'Total (min)',
}

export interface ReportFile {
  month: string
  operatorId: number | null
  operatorName: string | null
  reportData: ReportData
}

export const reportFileName = ({ month, operatorId }: Pick<ReportFile, 'month' | 'operatorId'>): string =>
  `reporte_${month.replace('-', '_')}${operatorId === null ? '' : `_operador_${operatorId}`}.csv`

/** One row for each figure, with its section in front. */
export function reportCsv({ month, operatorName, reportData }: ReportFile): string {
  const timings = Object.entries(TIMING_NAMES) as [ParkTimingName, string][]
  const rows: CsvCell[][] = [
    ['Sección', 'Indicador', 'Valor'],
    ['Reporte', 'Mes', month],
    ['Reporte', 'Operador', operatorName ?? 'Todos'],
    ['Indicadores', 'Duración promedio', reportData.averageTripDuration],
    ['Indicadores', 'Tiempo muerto', reportData.deadTimePercentage],
    ['Indicadores', 'Distancia recorrida', reportData.totalDistance],
    ['Indicadores', 'Tiempo productivo', reportData.productiveTimeRatio],
    ...timings.map(([name, label]): CsvCell[] => ['Tiempo en parque', label, reportData.parkTimings[name]]),
    ...reportData.eventTypes.map(({ name, value }): CsvCell[] => ['Tipos de evento', name, value]),
    ...reportData.operationStatuses.map(({ name, value }): CsvCell[] => [
      'Estados de operación',
      name,
      value,
    ]),
  ]
  return CSV_BOM + rows.map(csvRecord).join('')
}
