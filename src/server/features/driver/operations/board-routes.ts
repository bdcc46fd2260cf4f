import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { supervisorOperationsResponse } from '#contract/http/operations'
import { STEP_HISTORY_DAYS, stepPercentilesResponse } from '#contract/http/step-percentiles'
import { unchanged } from '#contract/http/unchanged'
import type { AppDeps } from '../../../deps.ts'
import { sendTagged } from '../../../http/etag.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import type { Board } from '../../../live/board.ts'
import { presentOperation } from '../../../live/present.ts'
import { stepPercentiles } from '../../../record/read/durations.ts'
import { presentStepPercentile } from './present.ts'

const tags = ['Supervisor']
const DAY_MS = 24 * 60 * 60 * 1000

/** What a supervisor sees of the active operations. */
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
          response: { 200: supervisorOperationsResponse, ...unchanged },
        },
      },
      async (request, reply) => {
        const { tag, state } = await board.ofSupervisor(supervisorOf(request))
        const now = deps.clock.now()
        return sendTagged(request, reply, tag, () => ({
          operations: state.operations.map((row) => presentOperation(row, now)),
          seq: state.seq,
        }))
      },
    )

    app.get(
      '/api/supervisor/step-percentiles',
      {
        config: { audience: 'supervisor', feature: 'realTimeInfo' },
        schema: {
          tags,
          summary: 'Cuánto dura normalmente cada paso: percentil 75 de los últimos 28 días',
          response: { 200: stepPercentilesResponse },
        },
      },
      async (request) => {
        const since = new Date(deps.clock.now() - STEP_HISTORY_DAYS * DAY_MS)
        return (await stepPercentiles(orm, supervisorOf(request), since)).map(presentStepPercentile)
      },
    )
  }
