import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errors } from '#contract/http/errors'
import { shareResponse, supervisorOperationsResponse } from '#contract/http/operations'
import { STEP_HISTORY_DAYS, stepPercentilesResponse } from '#contract/http/step-percentiles'
import { unchanged } from '#contract/http/unchanged'
import { isOperationKey } from '#domain/container/operation-key'
import type { AppDeps } from '../../deps.ts'
import { sendTagged } from '../../http/etag.ts'
import { ownOrigin } from '../../http/origin.ts'
import { notFound } from '../../http/problem.ts'
import { callerTrace } from '../../http/request-trace.ts'
import { supervisorOf } from '../../http/route-audience.ts'
import type { Board } from '../../live/board.ts'
import { say } from '../../text/messages.ts'
import { presentStepPercentile } from './present.ts'
import { findOperationInScope, stepPercentiles } from './queries.ts'
import { shareOperation } from './sharing.ts'

const tags = ['Supervisor']
const DAY_MS = 24 * 60 * 60 * 1000

/** What a supervisor sees of the active operations, and shares. */
export const boardRoutes =
  (deps: AppDeps, board: Pick<Board, 'ofSupervisor'>): FastifyPluginAsyncZod =>
  async (app) => {
    const { orm } = deps.database

    app.get(
      '/api/supervisor/operations',
      {
        config: { audience: 'supervisor', feature: 'realTimeInfo' },
        schema: {
          tags,
          summary: 'Operaciones activas de los operadores propios',
          response: { 200: supervisorOperationsResponse, ...unchanged, ...errors(403) },
        },
      },
      async (request, reply) => {
        const { tag, body } = await board.ofSupervisor(supervisorOf(request), deps.clock.now())
        return sendTagged(request, reply, tag, body)
      },
    )

    app.get(
      '/api/supervisor/step-percentiles',
      {
        config: { audience: 'supervisor', feature: 'realTimeInfo' },
        schema: {
          tags,
          summary: 'Cuánto dura normalmente cada paso: percentil 75 de los últimos 28 días',
          response: { 200: stepPercentilesResponse, ...errors(403) },
        },
      },
      async (request) => {
        const since = new Date(deps.clock.now() - STEP_HISTORY_DAYS * DAY_MS)
        return (await stepPercentiles(orm, supervisorOf(request), since)).map(presentStepPercentile)
      },
    )

    app.post(
      '/api/containers/:containerId/share',
      {
        config: { audience: 'supervisor', feature: 'linkSharing' },
        schema: {
          tags,
          summary: 'Crear un enlace público de seguimiento',
          params: z.object({ containerId: z.string() }),
          response: { 201: shareResponse, ...errors(403, 404) },
        },
      },
      async (request, reply) => {
        const scope = supervisorOf(request)
        const key = request.params.containerId
        const operation = isOperationKey(key) && (await findOperationInScope(orm, scope, key))
        if (!operation) throw notFound(say('operation_not_found'))
        await shareOperation(deps, scope, operation, callerTrace(request))
        const origin = ownOrigin(request, deps.config.publicOrigin)
        return reply.code(201).send({ url: `${origin}/container/${operation.operationKey}` })
      },
    )
  }
