import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorBody } from '#contract/http/errors'
import { createOperatorRequest, operatorResponse } from '#contract/http/operators'
import type { AppDeps } from '../../deps.ts'
import { supervisorOf } from '../../http/guards.ts'
import { presentOperator } from './present.ts'
import { listOperators } from './queries.ts'
import { createOperator } from './service.ts'

const tags = ['Operadores']

export const operatorRoutes = (deps: AppDeps): FastifyPluginAsyncZod => {
  return async (app) => {
    app.get(
      '/api/users/operators',
      { schema: { tags, summary: 'Operadores propios', response: { 200: z.array(operatorResponse) } } },
      async (request) => {
        const { scope } = supervisorOf(request)
        return (await listOperators(deps.database.orm, scope)).map(presentOperator)
      },
    )

    app.post(
      '/api/users/operators',
      {
        schema: {
          tags,
          summary: 'Crear un operador',
          body: createOperatorRequest,
          response: { 201: operatorResponse, 400: errorBody, 409: errorBody },
        },
      },
      async (request, reply) => {
        const { scope } = supervisorOf(request)
        return reply.code(201).send(presentOperator(await createOperator(deps, scope, request.body)))
      },
    )
  }
}
