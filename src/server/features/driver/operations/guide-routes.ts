import type { FastifyPluginAsync } from 'fastify'
import { STEP_HISTORY_DAYS } from '#contract/http/step-percentiles'
import type { AppDeps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { callerOf } from '../../../http/route-audience.ts'
import { scopeOfDriver } from '../../../identity/supervisor-scope.ts'
import { stepPercentiles } from '../../../record/read/durations.ts'
import { lastDestinations } from '../../../record/read/events.ts'
import { presentTripGuide } from './present.ts'
import { findSupervisorPhone } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What helps a driver with what comes next. */
export const guideRoutes =
  ({ database: { orm }, clock }: AppDeps): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/operator/guide', async (request) => {
      const driver = callerOf(request)
      const scope = scopeOfDriver(driver)
      const since = new Date(clock.now() - STEP_HISTORY_DAYS * DAY_MS)
      const [supervisor, usual, destinations] = await Promise.all([
        scope && findSupervisorPhone(orm, scope),
        scope ? stepPercentiles(orm, scope, since) : [],
        lastDestinations(orm, driver.id, since),
      ])
      return presentTripGuide({ supervisor, usual, destinations })
    })
  }
