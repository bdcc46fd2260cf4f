import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  type KpiVisitsResponse,
  kpiCorrectionsResponse,
  kpiQuery,
  kpiVisitsQuery,
  kpiVisitsResponse,
} from '#contract/http/kpis'
import { gapMinutes, isCountedGap } from '#domain/kpi/park-timings'
import type { AppDeps } from '../../../../deps.ts'
import { supervisorOf } from '../../../../http/route-audience.ts'
import { presentCorrection } from '../../../../live/present.ts'
import { behindMonth } from '../behind-month.ts'
import { requestOf } from '../service.ts'
import { correctionsBehind, gapsOf, type VisitRow } from './queries.ts'

const tags = ['Indicadores']
const config = { audience: 'supervisor', feature: 'kpiVisibility', cost: 'figures' } as const

/** What the figures of a month rest on. */
export const behindRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/supervisor/kpis/visits',
      {
        config,
        schema: {
          tags,
          summary: 'Las visitas detrás de un tiempo en el parque, la más larga primero',
          querystring: kpiVisitsQuery,
          response: { 200: kpiVisitsResponse },
        },
      },
      async (request) => {
        const { excluded, timing, placeId, clientId, weekday, hour } = request.query
        const visited = { zone: deps.config.timezone, placeId, clientId, weekday, hour }
        const visits = await behindMonth(deps, supervisorOf(request), requestOf(request.query), (...rows) =>
          gapsOf(...rows, timing, excluded === undefined ? null : excluded === 'true', visited),
        )
        return visits.map(presentVisit)
      },
    )

    app.get(
      '/api/supervisor/kpis/corrections',
      {
        config,
        schema: {
          tags,
          summary: 'Las correcciones en que se basan los indicadores de un mes, la más reciente primero',
          querystring: kpiQuery,
          response: { 200: kpiCorrectionsResponse },
        },
      },
      async (request) =>
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
