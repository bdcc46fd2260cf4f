import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { presentSettlement } from './settlement/present.ts'
import { settlementHistory } from './settlement/queries.ts'
import { settle } from './settlement/service.ts'

/** How far visits and months are settled. */
export const settlementRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    route(app, 'POST /api/detention/settlements', async (request) => {
      const { state, note, ...asked } = request.body
      const of = 'containerIds' in asked ? { operationKeys: asked.containerIds } : asked
      const changed = await settle(
        deps,
        supervisorOf(request),
        { of, state, note, pack: null },
        callerTrace(request),
      )
      return { changed }
    })

    route(app, 'GET /api/detention/settlements', async (request) => {
      const { query } = request
      const settled = 'containerId' in query ? { operationKey: query.containerId } : query
      return (await settlementHistory(deps.database.orm, supervisorOf(request), settled)).map(
        presentSettlement,
      )
    })
  }
