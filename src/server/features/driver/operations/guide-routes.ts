import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { STEP_HISTORY_DAYS } from '#contract/http/step-percentiles'
import { tripGuideResponse } from '#contract/http/trip-guide'
import type { AppDeps } from '../../../deps.ts'
import { callerOf } from '../../../http/route-audience.ts'
import { scopeOfDriver } from '../../../identity/supervisor-scope.ts'
import { stepPercentiles } from '../../../record/read/durations.ts'
import { lastDestinations } from '../../../record/read/events.ts'
import { presentTripGuide } from './present.ts'
import { findSupervisorPhone } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What helps a driver with what comes next. */
export const guideRoutes =
  ({ database: { orm }, clock }: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/operator/guide',
      {
        config: { audience: 'operator', cost: 'figures' },
        schema: {
          tags: ['Operación'],
          summary: 'Tiempos normales, último destino propio y teléfono del supervisor',
          response: { 200: tripGuideResponse },
        },
      },
      async (request) => {
        const driver = callerOf(request)
        const scope = scopeOfDriver(driver)
        const since = new Date(clock.now() - STEP_HISTORY_DAYS * DAY_MS)
        const [supervisor, usual, destinations] = await Promise.all([
          scope && findSupervisorPhone(orm, scope),
          scope ? stepPercentiles(orm, scope, since) : [],
          lastDestinations(orm, driver.id, since),
        ])
        return presentTripGuide({ supervisor, usual, destinations })
      },
    )
  }
