import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errors } from '#contract/http/errors'
import {
  createOperatorRequest,
  operatorMetricsResponse,
  operatorResponse,
  updateOperatorRequest,
} from '#contract/http/operators'
import { accountId } from '../../../db/limits.ts'
import type { AppDeps } from '../../../deps.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { unknownOperator } from './policy.ts'
import { presentMetrics, presentOperator } from './present.ts'
import { listOperators } from './queries.ts'
import { deleteOperator } from './removal.ts'
import { changeOperator, createOperator, recordOf } from './service.ts'

const tags = ['Operadores']
const config = { audience: 'supervisor' } as const
const params = z.object({ id: z.string() })

function idOf(request: { params: z.infer<typeof params> }): number {
  const id = accountId(request.params.id)
  if (id === null) throw unknownOperator()
  return id
}

/** A supervisor's drivers. No premium: the tab is always available. */
export const operatorRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/users/operators',
      {
        config,
        schema: { tags, summary: 'Operadores propios', response: { 200: z.array(operatorResponse) } },
      },
      async (request) => (await listOperators(deps.database.orm, supervisorOf(request))).map(presentOperator),
    )

    app.post(
      '/api/users/operators',
      {
        config: { ...config, cost: 'accounts' },
        schema: {
          tags,
          summary: 'Crear un operador',
          body: createOperatorRequest,
          response: { 201: operatorResponse, ...errors(409) },
        },
      },
      async (request, reply) => {
        const operator = await createOperator(deps, supervisorOf(request), request.body, callerTrace(request))
        return reply.code(201).send(presentOperator(operator))
      },
    )

    app.put(
      '/api/users/operators/:id',
      {
        config: { ...config, cost: 'accounts' },
        schema: {
          tags,
          summary: 'Cambiar nombre y teléfono, o la contraseña (que cierra sus sesiones)',
          params,
          body: updateOperatorRequest,
          response: { 200: operatorResponse, ...errors(404) },
        },
      },
      async (request) => {
        const [id, trace] = [idOf(request), callerTrace(request)]
        return presentOperator(await changeOperator(deps, supervisorOf(request), id, request.body, trace))
      },
    )

    app.delete(
      '/api/users/operators/:id',
      {
        config: { ...config, recentProof: true },
        schema: {
          tags,
          summary: 'Eliminar un operador; sus operaciones y eventos se conservan',
          params,
          response: { 204: z.null(), ...errors(404, 409) },
        },
      },
      async (request, reply) => {
        await deleteOperator(deps, supervisorOf(request), idOf(request), callerTrace(request))
        return reply.code(204).send(null)
      },
    )

    app.get(
      '/api/users/operators/:id/metrics',
      {
        config: { ...config, cost: 'figures' },
        schema: {
          tags,
          summary: 'Métricas de un operador: todo lo que ha registrado',
          params,
          response: { 200: operatorMetricsResponse, ...errors(404) },
        },
      },
      async (request) => presentMetrics(await recordOf(deps, supervisorOf(request), idOf(request))),
    )
  }
