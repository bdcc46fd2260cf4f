import {
  containerIdsResponse,
  eventsQuery,
  eventsResponse,
  exportQuery,
  LOG_ROWS,
  operatorLogsResponse,
} from '../http/desk/history.ts'
import { csvFile } from '../http/file.ts'
import { supervisorOperationsResponse } from '../http/operations.ts'
import { stepPercentilesResponse } from '../http/step-percentiles.ts'
import { endpointsOf } from './endpoint.ts'

export const historyEndpoints = endpointsOf(
  { tag: 'Supervisor', audience: 'supervisor', cost: 'figures' },
  {
    'GET /api/supervisor/operations': {
      cost: 'light',
      feature: 'realTimeInfo',
      summary: 'Operaciones activas de los operadores propios',
      answer: supervisorOperationsResponse,
      tagged: true,
    },
    'GET /api/supervisor/step-percentiles': {
      feature: 'realTimeInfo',
      summary: 'Cuánto dura normalmente cada paso: mediana y percentil 75 de los últimos 28 días',
      answer: stepPercentilesResponse,
    },
    'GET /api/events': {
      cost: 'read',
      feature: ['operationLogs', 'realTimeInfo'],
      summary:
        'Eventos propios: los más recientes que cumplen los filtros, o los que siguen a un número (`after`)',
      description:
        'X-Total-Count dice cuántos cumplen los filtros; X-Next-Cursor, con qué `cursor` se pide la página siguiente.',
      query: eventsQuery,
      answer: eventsResponse,
    },
    'GET /api/events/export': {
      feature: 'operationLogs',
      cost: 'exports',
      summary: 'Archivo CSV de todos los eventos propios que cumplen los filtros',
      description: 'X-Total-Count dice cuántos renglones vienen, sin contar el encabezado.',
      query: exportQuery,
      answer: csvFile,
    },
    'GET /api/supervisor/operator-logs': {
      feature: 'operationLogs',
      summary: `Los ${LOG_ROWS} eventos propios más recientes, como renglones del registro`,
      answer: operatorLogsResponse,
    },
    'GET /api/containers/all': {
      cost: 'large',
      feature: ['operationLogs', 'kpiVisibility'],
      summary: 'Operaciones propias, las más recientes primero',
      answer: containerIdsResponse,
    },
    'GET /api/containers/ids': {
      cost: 'large',
      feature: ['operationLogs', 'kpiVisibility'],
      summary: 'Operaciones propias, las más recientes primero',
      answer: containerIdsResponse,
    },
  },
)
