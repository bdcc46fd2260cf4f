import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { featuresResponse } from '#contract/http/entitlements'
import type { AppDeps } from '../../../deps.ts'
import { callerOf } from '../../../http/route-audience.ts'
import { presentFeatures } from './present.ts'
import { featuresOf } from './service.ts'

export const entitlementRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { orm } = deps.database
    app.get(
      '/api/user/features',
      {
        config: { audience: 'signed-in' },
        schema: {
          tags: ['Cuenta'],
          summary: 'Funciones premium propias',
          response: { 200: featuresResponse },
        },
      },
      async (request) => {
        const caller = callerOf(request)
        return presentFeatures(caller.id, await featuresOf(orm, caller.id), deps.clock.now())
      },
    )
  }
