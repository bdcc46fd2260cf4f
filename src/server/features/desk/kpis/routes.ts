import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { behindRoutes } from './behind/routes.ts'
import { kpisOf, requestOf } from './service.ts'
import { turnTimeRoutes } from './turn-times/routes.ts'

export const kpiRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    await app.register(behindRoutes(deps))
    await app.register(turnTimeRoutes(deps))
    route(app, 'GET /api/supervisor/kpis', async (request) =>
      kpisOf(deps, supervisorOf(request), requestOf(request.query), request.log),
    )
  }
