import type { FastifyPluginAsync } from 'fastify'
import { gapMinutes } from '#domain/kpi/park-timings'
import type { AppDeps } from '../../../../deps.ts'
import { route } from '../../../../http/route.ts'
import { supervisorOf } from '../../../../http/route-audience.ts'
import { behindMonth } from '../behind-month.ts'
import { requestOf } from '../service.ts'
import { hourSums } from './queries.ts'
import { turnTimesOf } from './service.ts'

/** How long visits take, by place, client and hour. */
export const turnTimeRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    const { timezone: zone } = deps.config

    route(app, 'GET /api/supervisor/kpis/turn-times', async (request) =>
      turnTimesOf(deps, supervisorOf(request), requestOf(request.query)),
    )

    route(app, 'GET /api/supervisor/kpis/turn-hours', async (request) => {
      const rows = await behindMonth(deps, supervisorOf(request), requestOf(request.query), (...of) =>
        hourSums(...of, zone, request.query),
      )
      return rows.map(({ weekday, hour, samples, p50Ms }) => ({
        weekday,
        hour,
        samples,
        p50: gapMinutes(p50Ms),
      }))
    })
  }
