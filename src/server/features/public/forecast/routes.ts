import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { presentCalibration, presentForecast } from './present.ts'
import type { Forecasts } from './service.ts'

export const forecastRoutes =
  (forecasts: Forecasts): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/supervisor/forecasts', async (request) =>
      (await forecasts.ofSupervisor(supervisorOf(request))).map(presentForecast),
    )

    route(app, 'GET /api/supervisor/forecasts/calibration', async (request) => {
      const found = await forecasts.calibration(supervisorOf(request), request.query.month ?? null)
      return { month: found.month, steps: found.steps.map(presentCalibration) }
    })
  }
