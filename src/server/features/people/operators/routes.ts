import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { accountId } from '../../../db/limits.ts'
import type { AppDeps } from '../../../deps.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { unknownOperator } from './policy.ts'
import { presentMetrics, presentOperator } from './present.ts'
import { listOperators } from './queries.ts'
import { deleteOperator } from './removal.ts'
import { changeOperator, createOperator, recordOf } from './service.ts'

const params = z.object({ id: z.string() })

function idOf(request: { params: z.infer<typeof params> }): number {
  const id = accountId(request.params.id)
  if (id === null) throw unknownOperator()
  return id
}

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
      const [id, trace] = [idOf(request), callerTrace(request)]
      return presentOperator(await changeOperator(deps, supervisorOf(request), id, request.body, trace))
    })

    route(app, 'DELETE /api/users/operators/:id', async (request) => {
      await deleteOperator(deps, supervisorOf(request), idOf(request), callerTrace(request))
    })

    route(app, 'GET /api/users/operators/:id/metrics', async (request) =>
      presentMetrics(await recordOf(deps, supervisorOf(request), idOf(request))),
    )
  }
