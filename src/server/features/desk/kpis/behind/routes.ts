import type { FastifyPluginAsync } from 'fastify'
import type { KpiVisitsResponse } from '#contract/http/desk/kpis'
import { gapMinutes, isCountedGap } from '#domain/kpi/park-timings'
import { mapInTurns } from '../../../../adapters/thread/in-turns.ts'
import type { AppDeps } from '../../../../deps.ts'
import { sendInTurns } from '../../../../http/answer/json-in-turns.ts'
import { route } from '../../../../http/route.ts'
import { supervisorOf } from '../../../../http/route-audience.ts'
import { presentCorrection } from '../../../../live/present.ts'
import { behindMonth } from '../behind-month.ts'
import { requestOf } from '../service.ts'
import { correctionsBehind, gapsOf, type VisitRow } from './queries.ts'

/** What the figures of a month rest on. */
export const behindRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/supervisor/kpis/visits', async (request, reply) => {
      const { excluded, timing, placeId, clientId, weekday, hour } = request.query
      const visited = { zone: deps.config.timezone, placeId, clientId, weekday, hour }
      const scope = supervisorOf(request)
      const visits = await behindMonth(deps, scope, requestOf(request.query), (...rows) =>
        gapsOf(...rows, timing, excluded === undefined ? null : excluded === 'true', visited),
      )
      return sendInTurns<KpiVisitsResponse>(reply, await mapInTurns(scope, visits, presentVisit))
    })

    route(app, 'GET /api/supervisor/kpis/corrections', async (request) =>
      (await behindMonth(deps, supervisorOf(request), requestOf(request.query), correctionsBehind)).map(
        presentCorrection,
      ),
    )
  }

function presentVisit(row: VisitRow): KpiVisitsResponse[number] {
  return {
    containerId: row.operationKey,
    displayContainerId: row.containerNumber,
    username: row.username,
    from: row.from.toISOString(),
    to: row.to.toISOString(),
    minutes: gapMinutes(row.ms),
    excluded: !isCountedGap(row.ms),
  }
}
