import { z } from 'zod'
import { month } from '../http/desk/kpis.ts'
import { calibrationResponse, forecastsResponse } from '../http/public/forecasts.ts'
import { endpointsOf } from './endpoint.ts'

export const forecastsEndpoints = endpointsOf(
  { tag: 'Pronósticos', audience: 'supervisor', cost: 'figures' },
  {
    'GET /api/supervisor/forecasts': {
      feature: 'realTimeInfo',
      summary: 'Cuándo llega cada operación activa a sus próximos pasos, según los viajes propios',
      answer: forecastsResponse,
    },
    'GET /api/supervisor/forecasts/calibration': {
      feature: 'kpiVisibility',
      summary: 'De lo pronosticado en un mes, cuánto llegó a tiempo',
      query: z.object({ month: month.optional() }),
      answer: calibrationResponse,
    },
  },
)
