import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  contractRequest,
  contractResponse,
  contractsResponse,
  detentionMonthQuery,
  detentionMonthResponse,
  detentionNowResponse,
} from '#contract/http/detention'
import { errors } from '#contract/http/errors'
import { inTurns } from '../../../adapters/in-turns.ts'
import { MAX_INTEGER } from '../../../db/limits.ts'
import type { AppDeps } from '../../../deps.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { listClients, listPlaces } from '../../driver/places/queries.ts'
import { presentContract, presentDetentionMonth, presentDetentionNow } from './present.ts'
import { listContracts } from './queries.ts'
import { createContract, detentionNow, detentionOfMonth, replaceContract } from './service.ts'

const tags = ['Estadía']
const config = { audience: 'supervisor', feature: 'kpiVisibility' } as const
const params = z.object({ id: z.coerce.number().int().positive().max(MAX_INTEGER) })

/** What was agreed on detention, what runs up now, and what a month comes to. */
export const detentionRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { orm } = deps.database

    app.get(
      '/api/detention/contracts',
      {
        config,
        schema: {
          tags,
          summary: 'Los acuerdos de estadía, y lo que pueden nombrar',
          response: { 200: contractsResponse },
        },
      },
      async (request) => {
        const scope = supervisorOf(request)
        const clients = await listClients(orm, scope)
        const places = await listPlaces(orm, scope)
        return {
          contracts: (await listContracts(orm, scope)).map(presentContract),
          clients: clients.map(({ id, name }) => ({ id, name })),
          places: places.map(({ id, name, freeMinutes }) => ({ id, name, freeMinutes })),
        }
      },
    )

    app.post(
      '/api/detention/contracts',
      {
        config,
        schema: {
          tags,
          summary: 'Crear un acuerdo de estadía',
          body: contractRequest,
          response: { 201: contractResponse, ...errors(404, 409) },
        },
      },
      async (request, reply) => {
        const contract = await createContract(deps, supervisorOf(request), request.body, callerTrace(request))
        return reply.code(201).send(presentContract(contract))
      },
    )

    app.put(
      '/api/detention/contracts/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Cambiar un acuerdo de estadía, o terminarlo con un último día',
          params,
          body: contractRequest,
          response: { 200: contractResponse, ...errors(404, 409) },
        },
      },
      async (request) => {
        const { id } = request.params
        return presentContract(
          await replaceContract(deps, supervisorOf(request), id, request.body, callerTrace(request)),
        )
      },
    )

    app.get(
      '/api/detention/now',
      {
        config,
        schema: {
          tags,
          summary: 'Lo acordado para cada operación que está en su lugar, para calcularlo al minuto',
          response: { 200: detentionNowResponse },
        },
      },
      async (request) => (await detentionNow(deps, supervisorOf(request))).flatMap(presentDetentionNow),
    )

    app.get(
      '/api/detention',
      {
        config: { ...config, cost: 'figures' },
        schema: {
          tags,
          summary: 'La estadía de un mes, por cliente',
          querystring: detentionMonthQuery,
          response: { 200: detentionMonthResponse },
        },
      },
      async (request) => {
        const { month } = request.query
        const now = deps.clock.now()
        const visits = await detentionOfMonth(deps, orm, supervisorOf(request), { month, now })
        return inTurns(presentDetentionMonth(month, visits, now))
      },
    )
  }
