import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorBody } from '#contract/http/errors'
import { eventsQuery, eventsResponse } from '#contract/http/history'
import type { AppDeps } from '../../deps.ts'
import { supervisorOf } from '../../http/guards.ts'
import { requireFeature } from '../entitlements/service.ts'
import { presentEvent } from '../operations/service.ts'
import { eventsAfter, newestEvents } from './queries.ts'

export const historyRoutes = (deps: AppDeps): FastifyPluginAsyncZod => {
  const { orm } = deps.database
  const gate = { db: orm, clock: deps.clock }

  return async (app) => {
    app.get(
      '/api/events',
      {
        schema: {
          tags: ['Supervisor'],
          summary: 'Eventos propios: los más recientes, o los que siguen a un número (`after`)',
          querystring: eventsQuery,
          response: { 200: eventsResponse, 403: errorBody },
        },
      },
      async (request) => {
        const { scope } = supervisorOf(request)
        const { after, limit } = request.query
        if (after === undefined) {
          await requireFeature(gate, scope, 'operationLogs')
          return (await newestEvents(orm, scope, limit)).map(presentEvent)
        }
        // Catching up belongs to the live channel, whichever of the two feeds it.
        await requireFeature(gate, scope, 'realTimeInfo', 'operationLogs')
        return (await eventsAfter(orm, scope, after, limit)).map(presentEvent)
      },
    )
  }
}
