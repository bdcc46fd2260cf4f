import type { FastifyPluginAsync } from 'fastify'
import { STEP_HISTORY_DAYS } from '#contract/http/step-percentiles'
import type { AppDeps } from '../../../deps.ts'
import { sendTagged } from '../../../http/etag.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import type { Board } from '../../../live/board.ts'
import { presentOperation } from '../../../live/present.ts'
import { stepPercentiles } from '../../../record/read/durations.ts'
import { presentStepPercentile } from './present.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What a supervisor sees of the active operations. */
export const boardRoutes =
  (deps: AppDeps, board: Pick<Board, 'ofSupervisor'>): FastifyPluginAsync =>
  async (app) => {
    const { orm } = deps.database

    route(app, 'GET /api/supervisor/operations', async (request, reply) => {
      const { tag, state } = await board.ofSupervisor(supervisorOf(request))
      const now = deps.clock.now()
      return sendTagged(request, reply, tag, () => ({
        operations: state.operations.map((row) => presentOperation(row, now)),
        seq: state.seq,
      }))
    })

    route(app, 'GET /api/supervisor/step-percentiles', async (request) => {
      const since = new Date(deps.clock.now() - STEP_HISTORY_DAYS * DAY_MS)
      return (await stepPercentiles(orm, supervisorOf(request), since)).map(presentStepPercentile)
    })
  }
