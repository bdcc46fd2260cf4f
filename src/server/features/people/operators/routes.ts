import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { presentMetrics, presentOperator } from './present.ts'
import { listOperators } from './queries.ts'
import { deleteOperator } from './removal.ts'
import { changeOperator, createOperator, recordOf } from './service.ts'

/** A supervisor's drivers. No premium: the tab is always available. */
export const operatorRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/users/operators', async (request) =>
      (await listOperators(deps.database.orm, supervisorOf(request))).map(presentOperator),
    )

    route(app, 'POST /api/users/operators', async (request) => {
      const operator = await createOperator(deps, supervisorOf(request), request.body, callerTrace(request))
      return presentOperator(operator)
    })

    route(app, 'PUT /api/users/operators/:id', async (request) => {
      const [id, trace] = [request.params.id, callerTrace(request)]
      return presentOperator(await changeOperator(deps, supervisorOf(request), id, request.body, trace))
    })

    route(app, 'DELETE /api/users/operators/:id', async (request) => {
      await deleteOperator(deps, supervisorOf(request), request.params.id, callerTrace(request))
    })

    route(app, 'GET /api/users/operators/:id/metrics', async (request) =>
      presentMetrics(await recordOf(deps, supervisorOf(request), request.params.id)),
    )
  }
