import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { sendTagged } from '../../../http/answer/etag.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import type { Board } from '../../../live/board.ts'
import { presentOperation } from '../../../live/present.ts'
import type { UsualTimesOf } from '../../../record/read/durations.ts'
import { presentUsualRow } from './present.ts'

/** What a supervisor sees of the active operations. */
export const boardRoutes =
  (deps: AppDeps, board: Pick<Board, 'ofSupervisor'>, usualTimesOf: UsualTimesOf): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/supervisor/operations', async (request, reply) => {
      const { tag, state } = await board.ofSupervisor(supervisorOf(request))
      const now = deps.clock.now()
      return sendTagged(request, reply, tag, () => ({
        operations: state.operations.map((row) => presentOperation(row, now)),
        seq: state.seq,
      }))
    })

    route(app, 'GET /api/supervisor/step-percentiles', async (request) =>
      (await usualTimesOf(supervisorOf(request))).rows.map(presentUsualRow),
    )
  }
