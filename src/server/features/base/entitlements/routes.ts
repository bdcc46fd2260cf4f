import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { callerOf } from '../../../http/route-audience.ts'
import { presentFeatures } from './present.ts'
import { featuresOf } from './service.ts'

export const entitlementRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    const { orm } = deps.database
    route(app, 'GET /api/user/features', async (request) => {
      const caller = callerOf(request)
      return presentFeatures(caller.id, await featuresOf(orm, caller.id), deps.clock.steady())
    })
  }
