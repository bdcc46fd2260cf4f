import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorBody } from '#contract/http/errors'
import { kpiQuery, kpisResponse, kpiVisitsQuery, kpiVisitsResponse } from '#contract/http/kpis'
import type { AppDeps } from '../../deps.ts'
import { supervisorOf } from '../../http/guards.ts'
import { requireFeature } from '../entitlements/service.ts'
import { presentVisit } from './present.ts'
import { kpisOf, visitsOf } from './service.ts'

const tags = ['Indicadores']

export const kpiRoutes = (deps: AppDeps): FastifyPluginAsyncZod => {
  const gate = { db: deps.database.orm, clock: deps.clock }

  return async (app) => {
    app.get(
      '/api/supervisor/kpis',
      {
        schema: {
          tags,
          summary: 'Indicadores de un mes',
          querystring: kpiQuery,
          response: { 200: kpisResponse, 400: errorBody, 403: errorBody },
        },
      },
      async (request) => {
        const { scope } = supervisorOf(request)
        await requireFeature(gate, scope, 'kpiVisibility')
        return kpisOf(deps, scope, request.query, request.log)
      },
    )

    app.get(
      '/api/supervisor/kpis/visits',
      {
        schema: {
          tags,
          summary: 'Las visitas detrás de un tiempo en el parque, la más larga primero',
          querystring: kpiVisitsQuery,
          response: { 200: kpiVisitsResponse, 400: errorBody, 403: errorBody },
        },
      },
      async (request) => {
        const { scope } = supervisorOf(request)
        await requireFeature(gate, scope, 'kpiVisibility')
        const { excluded, ...query } = request.query
        const visits = await visitsOf(deps, scope, {
          ...query,
          excluded: excluded === undefined ? null : excluded === 'true',
        })
        return visits.map(presentVisit)
      },
    )
  }
}
