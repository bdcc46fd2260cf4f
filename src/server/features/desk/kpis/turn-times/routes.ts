import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { kpiQuery } from '#contract/http/kpis'
import { turnHoursQuery, turnHoursResponse, turnTimesResponse } from '#contract/http/turn-times'
import { gapMinutes } from '#domain/kpi/park-timings'
import type { AppDeps } from '../../../../deps.ts'
import { supervisorOf } from '../../../../http/route-audience.ts'
import { behindMonth } from '../behind-month.ts'
import { requestOf } from '../service.ts'
import { hourSums } from './queries.ts'
import { turnTimesOf } from './service.ts'

const tags = ['Indicadores']
const config = { audience: 'supervisor', feature: 'kpiVisibility', cost: 'figures' } as const

/** How long visits take, by place, client and hour. */
export const turnTimeRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { timezone: zone } = deps.config

    app.get(
      '/api/supervisor/kpis/turn-times',
      {
        config,
        schema: {
          tags,
          summary: 'Fila, terminal y visita de un mes por lugar y por cliente',
          querystring: kpiQuery,
          response: { 200: turnTimesResponse },
        },
      },
      async (request) => turnTimesOf(deps, supervisorOf(request), requestOf(request.query)),
    )

    app.get(
      '/api/supervisor/kpis/turn-hours',
      {
        config,
        schema: {
          tags,
          summary: 'Duración de las visitas de un mes por día de la semana y hora de llegada',
          querystring: turnHoursQuery,
          response: { 200: turnHoursResponse },
        },
      },
      async (request) => {
        const rows = await behindMonth(deps, supervisorOf(request), requestOf(request.query), (...of) =>
          hourSums(...of, zone, request.query),
        )
        return rows.map(({ weekday, hour, samples, p50Ms }) => ({
          weekday,
          hour,
          samples,
          p50: gapMinutes(p50Ms),
        }))
      },
    )
  }
