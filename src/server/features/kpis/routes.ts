import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorBody } from '#contract/http/errors'
import { kpiQuery, kpisResponse, kpiVisitsQuery, kpiVisitsResponse } from '#contract/http/kpis'
import type { AppDeps } from '../../deps.ts'
import { supervisorOf } from '../../http/route-audience.ts'
import { presentVisit } from './present.ts'
import { kpisOf, visitsOf } from './service.ts'

const tags = ['Indicadores']
const config = { audience: 'supervisor', feature: 'kpiVisibility' } as const

export const kpiRoutes = (deps: AppDeps): FastifyPluginAsyncZod => {
  return async (app) => {
    app.get(
      '/api/supervisor/kpis',
      {
        config,
        schema: {
          tags,
          summary: 'Indicadores de un mes',
          querystring: kpiQuery,
          response: { 200: kpisResponse, 400: errorBody, 403: errorBody },
        },
      },
      async (request) => {
        return kpisOf(deps, supervisorOf(request), request.query, request.log)
      },
    )

    app.get(
      '/api/supervisor/kpis/visits',
      {
        config,
        schema: {
          tags,
          summary: 'Las visitas detrás de un tiempo en el parque, la más larga primero',
          querystring: kpiVisitsQuery,
          response: { 200: kpiVisitsResponse, 400: errorBody, 403: errorBody },
        },
      },
      async (request) => {
        const { excluded, ...query } = request.query
        const visits = await visitsOf(deps, supervisorOf(request), {
          ...query,
          excluded: excluded === undefined ? null : excluded === 'true',
        })
        return visits.map(presentVisit)
      },
    )
  }
}
