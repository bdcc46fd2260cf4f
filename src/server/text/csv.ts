import type { ParkTimingName, TurnTiming } from '#domain/kpi/park-timings'
import type { OperationType } from '#domain/operation/steps'

/** Words of the CSV files; columns and names of events are in the contract and the domain. */
export const OPERATION_NAMES: Readonly<Record<OperationType, string>> = { load: 'Carga', unload: 'Descarga' }

export const REPORT_WORDS = {
  head: ['Sección', 'Indicador', 'Valor'],
  report: 'Reporte',
  month: 'Mes',
  operator: 'Operador',
  everyOperator: 'Todos',
  figures: 'Indicadores',
  averageTripDuration: 'Duración promedio',
  deadTime: 'Tiempo muerto',
  distance: 'Distancia recorrida',
  productiveTime: 'Tiempo productivo',
  corrections: 'Correcciones',
  parkTimings: 'Tiempo en parque',
  p50: (timing: string): string => `${timing}, mediana (p50)`,
  p90: (timing: string): string => `${timing}, 9 de cada 10 (p90)`,
  eventTypes: 'Tipos de evento',
  operationStatuses: 'Estados de operación',
  places: 'Tiempos por lugar',
  noPlace: 'Sin lugar',
  clients: 'Tiempos por cliente',
  noClient: 'Sin cliente',
  visits: (timing: string): string => `${timing}, visitas`,
  excluded: (timing: string): string => `${timing}, visitas excluidas`,
  outside: (group: string): string => `${group}: viajes con pasos fuera del lugar`,
} as const

export const PARK_TIMING_NAMES: Readonly<Record<ParkTimingName, string>> = {
  accessTime: 'Acceso (min)',
  parkingTime: 'Estacionamiento (min)',
  loadUnloadTime: 'Carga/Descarga (min)',
  exitTime: 'Salida (min)',
  totalTime: 'Total (min)',
}

export const TURN_TIMING_NAMES: Readonly<Record<TurnTiming, string>> = {
  accessTime: 'Fila (min)',
  terminalTime: 'Terminal (min)',
  totalTime: 'Visita (min)',
}

/** What was reported before it was corrected. */
export const CORRECTION_WORDS = {
  time: (before: string): string => `hora reportada ${before}`,
  type: (before: string): string => `reportado como ${before}`,
  cancelled: 'operación anulada',
}
