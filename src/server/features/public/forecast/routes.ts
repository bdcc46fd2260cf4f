import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { calibrationResponse, forecastsResponse } from '#contract/http/forecasts'
import { month } from '#contract/http/kpis'
import { supervisorOf } from '../../../http/route-audience.ts'
import { presentCalibration, presentForecast } from './present.ts'
import type { Forecasts } from './service.ts'

const tags = ['Pronósticos']

export const forecastRoutes =
  (forecasts: Forecasts): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/supervisor/forecasts',
      {
        config: { audience: 'supervisor', feature: 'realTimeInfo', cost: 'figures' },
        schema: {
          tags,
          summary: 'Cuándo llega cada operación activa a sus próximos pasos, según los viajes propios',
          response: { 200: forecastsResponse },
        },
      },
      async (request) => (await forecasts.ofSupervisor(supervisorOf(request))).map(presentForecast),
    )

    app.get(
      '/api/supervisor/forecasts/calibration',
      {
        config: { audience: 'supervisor', feature: 'kpiVisibility', cost: 'figures' },
        schema: {
          tags,
          summary: 'De lo pronosticado en un mes, cuánto llegó a tiempo',
          querystring: z.object({ month: month.optional() }),
          response: { 200: calibrationResponse },
        },
      },
      async (request) => {
        const found = await forecasts.calibration(supervisorOf(request), request.query.month ?? null)
        return { month: found.month, steps: found.steps.map(presentCalibration) }
      },
    )
  }
