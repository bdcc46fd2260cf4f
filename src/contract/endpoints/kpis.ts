import {
  kpiCorrectionsResponse,
  kpiQuery,
  kpisResponse,
  kpiVisitsQuery,
  kpiVisitsResponse,
} from '../http/desk/kpis.ts'
import {
  exportReportRequest,
  reportResponse,
  reportsResponse,
  saveReportRequest,
} from '../http/desk/reports.ts'
import { turnHoursQuery, turnHoursResponse, turnTimesResponse } from '../http/desk/turn-times.ts'
import { csvFile } from '../http/file.ts'
import { endpointsOf } from './endpoint.ts'
import { byId } from './params.ts'

export const kpisEndpoints = {
  ...endpointsOf(
    { tag: 'Indicadores', audience: 'supervisor', feature: 'kpiVisibility', cost: 'figures' },
    {
      'GET /api/supervisor/kpis/turn-times': {
        summary: 'Fila, terminal y visita de un mes por lugar y por cliente',
        query: kpiQuery,
        answer: turnTimesResponse,
      },
      'GET /api/supervisor/kpis/turn-hours': {
        summary: 'Duración de las visitas de un mes por día de la semana y hora de llegada',
        query: turnHoursQuery,
        answer: turnHoursResponse,
      },
      'GET /api/supervisor/kpis': {
        summary: 'Indicadores de un mes',
        query: kpiQuery,
        answer: kpisResponse,
      },
      'GET /api/supervisor/kpis/visits': {
        summary: 'Las visitas detrás de un tiempo en el parque, la más larga primero',
        query: kpiVisitsQuery,
        answer: kpiVisitsResponse,
      },
      'GET /api/supervisor/kpis/corrections': {
        summary: 'Las correcciones en que se basan los indicadores de un mes, la más reciente primero',
        query: kpiQuery,
        answer: kpiCorrectionsResponse,
        secret: true,
      },
    },
  ),
  ...endpointsOf(
    { tag: 'Reportes', audience: 'supervisor', feature: 'kpiVisibility', cost: 'light' },
    {
      'POST /api/reports': {
        cost: 'figures',
        summary: 'Guardar los indicadores de un mes',
        body: saveReportRequest,
        answer: reportResponse,
        status: 201,
        errors: [404],
      },
      'GET /api/reports': {
        cost: 'large',
        summary: 'Reportes guardados, el más reciente primero',
        answer: reportsResponse,
      },
      'GET /api/reports/:id': {
        cost: 'figures',
        summary: 'Un reporte guardado',
        params: byId,
        answer: reportResponse,
        errors: [404],
      },
      'DELETE /api/reports/:id': {
        summary: 'Borrar un reporte',
        params: byId,
        errors: [404],
      },
      'POST /api/reports/export': {
        cost: 'exports',
        summary: 'Los indicadores de un mes como archivo CSV',
        body: exportReportRequest,
        answer: csvFile,
        errors: [404],
      },
    },
  ),
}
