import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { kpiQuery, kpisResponse } from '#contract/http/kpis'
import type { AppDeps } from '../../../deps.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { behindRoutes } from './behind/routes.ts'
import { kpisOf, requestOf } from './service.ts'
import { turnTimeRoutes } from './turn-times/routes.ts'

const tags = ['Indicadores']
const config = { audience: 'supervisor', feature: 'kpiVisibility', cost: 'figures' } as const

export const kpiRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(behindRoutes(deps))
    await app.register(turnTimeRoutes(deps))
    app.get(
      '/api/supervisor/kpis',
      {
        config,
        schema: {
          tags,
          summary: 'Indicadores de un mes',
          querystring: kpiQuery,
          response: { 200: kpisResponse },
        },
      },
      async (request) => kpisOf(deps, supervisorOf(request), requestOf(request.query), request.log),
    )
  }
