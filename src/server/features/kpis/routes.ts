import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { errors } from '#contract/http/errors'
import {
  kpiCorrectionsResponse,
  kpiQuery,
  kpisResponse,
  kpiVisitsQuery,
  kpiVisitsResponse,
} from '#contract/http/kpis'
import type { AppDeps } from '../../deps.ts'
import { supervisorOf } from '../../http/route-audience.ts'
import { presentCorrection } from '../operations/present.ts'
import { presentVisit } from './present.ts'
import { correctionsOfMonth, kpisOf, visitsOf } from './service.ts'

const tags = ['Indicadores']
const config = { audience: 'supervisor', feature: 'kpiVisibility', cost: 'figures' } as const

const requestOf = ({ month, operatorId, containerId, eventType }: z.output<typeof kpiQuery>) => ({
  month,
  operatorIds: operatorId,
  containers: containerId,
  eventWords: eventType,
})

export const kpiRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/supervisor/kpis',
      {
        config,
        schema: {
          tags,
          summary: 'Indicadores de un mes',
          querystring: kpiQuery,
          response: { 200: kpisResponse, ...errors(400, 403, 429) },
        },
      },
      async (request) => kpisOf(deps, supervisorOf(request), requestOf(request.query), request.log),
    )

    app.get(
      '/api/supervisor/kpis/visits',
      {
        config,
        schema: {
          tags,
          summary: 'Las visitas detrás de un tiempo en el parque, la más larga primero',
          querystring: kpiVisitsQuery,
          response: { 200: kpiVisitsResponse, ...errors(400, 403, 429) },
        },
      },
      async (request) => {
        const { excluded, timing } = request.query
        const visits = await visitsOf(deps, supervisorOf(request), {
          ...requestOf(request.query),
          timing,
          excluded: excluded === undefined ? null : excluded === 'true',
        })
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
          response: { 200: kpiCorrectionsResponse, ...errors(400, 403, 429) },
        },
      },
      async (request) =>
        (await correctionsOfMonth(deps, supervisorOf(request), requestOf(request.query))).map(
          presentCorrection,
        ),
    )
  }
