import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errors } from '#contract/http/errors'
import { operationResponse } from '#contract/http/operations'
import { destinationRequest } from '#contract/http/places'
import { isOperationKey } from '#domain/container/operation-key'
import type { AppDeps } from '../../../deps.ts'
import { notFound } from '../../../http/problem.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { presentOperation } from '../../../live/present.ts'
import { say } from '../../../text/messages.ts'
import { giveDestination } from './destination.ts'

/** Where an operation goes, and for whom: by its supervisor, while it runs. */
export const destinationRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.put(
      '/api/containers/:containerId/destination',
      {
        config: { audience: 'supervisor', feature: 'realTimeInfo' },
        schema: {
          tags: ['Lugares'],
          summary: 'Dar lugar o cliente a una operación activa; `placeId` null: el de la llegada',
          params: z.object({ containerId: z.string() }),
          body: destinationRequest,
          response: { 200: operationResponse, ...errors(404, 409) },
        },
      },
      async (request) => {
        const { containerId } = request.params
        if (!isOperationKey(containerId)) throw notFound(say('operation_not_found'))
        const operation = await giveDestination(
          deps,
          supervisorOf(request),
          containerId,
          request.body,
          callerTrace(request),
        )
        return presentOperation(operation, deps.clock.now())
      },
    )
  }
