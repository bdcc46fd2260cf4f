import type { FastifyPluginAsync } from 'fastify'
import { USUAL_DAYS } from '#domain/usual/lengths'
import type { AppDeps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { callerOf } from '../../../http/route-audience.ts'
import { scopeOfDriver } from '../../../identity/supervisor-scope.ts'
import type { UsualTimesOf } from '../../../record/read/durations.ts'
import { lastDestinations } from '../../../record/read/events.ts'
import { findActiveOf } from '../../../record/read/operations.ts'
import { presentTripGuide } from './present.ts'
import { findSupervisorPhone } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What helps a driver with what comes next. */
export const guideRoutes =
  ({ database: { orm }, clock }: AppDeps, usualTimesOf: UsualTimesOf): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/operator/guide', async (request) => {
      const driver = callerOf(request)
      const scope = scopeOfDriver(driver)
      const since = new Date(clock.now() - USUAL_DAYS * DAY_MS)
      const [supervisor, usual, active, destinations] = await Promise.all([
        scope && findSupervisorPhone(orm, scope),
        scope && usualTimesOf(scope),
        findActiveOf(orm, driver.id),
        lastDestinations(orm, driver.id, since),
      ])
      const placeId = active?.placeId ?? null
      return presentTripGuide({ supervisor, placeId, usual: usual?.rows ?? [], destinations })
    })
  }
