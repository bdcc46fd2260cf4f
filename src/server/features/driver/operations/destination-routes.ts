import type { FastifyPluginAsync } from 'fastify'
import { isOperationKey } from '#domain/container/operation-key'
import type { AppDeps } from '../../../deps.ts'
import { notFound } from '../../../http/answer/problem.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { presentOperation } from '../../../live/present.ts'
import { say } from '../../../text/messages.ts'
import { giveDestination } from './destination.ts'

/** Where an operation goes, and for whom: by its supervisor, while it runs. */
export const destinationRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    route(app, 'PUT /api/containers/:containerId/destination', async (request) => {
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
    })
  }
