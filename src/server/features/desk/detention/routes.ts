import type { FastifyPluginAsync } from 'fastify'
import type { DetentionMonth, DetentionNow } from '#contract/http/desk/detention'
import { monthOf } from '#domain/time/zone'
import { inTurns } from '../../../adapters/thread/in-turns.ts'
import type { AppDeps } from '../../../deps.ts'
import { sendInTurns } from '../../../http/answer/json-in-turns.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { listClients, listPlaceNames } from '../../driver/places/queries.ts'
import { presentContract, presentDetentionMonth, presentDetentionNow } from './present.ts'
import { listContracts } from './queries.ts'
import { createContract, detentionNow, detentionOfMonth, replaceContract } from './service.ts'
import { standingsOfMonth } from './settlement/standings.ts'

/** What was agreed on detention, what runs up now, and what a month comes to. */
export const detentionRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    const { orm } = deps.database

    route(app, 'GET /api/detention/contracts', async (request) => {
      const scope = supervisorOf(request)
      const clients = await listClients(orm, scope)
      const places = await listPlaceNames(orm, scope)
      return {
        contracts: (await listContracts(orm, scope)).map(presentContract),
        clients: clients.map(({ id, name }) => ({ id, name })),
        places,
      }
    })

    route(app, 'POST /api/detention/contracts', async (request) => {
      const contract = await createContract(deps, supervisorOf(request), request.body, callerTrace(request))
      return presentContract(contract)
    })

    route(app, 'PUT /api/detention/contracts/:id', async (request) => {
      const { id } = request.params
      return presentContract(
        await replaceContract(deps, supervisorOf(request), id, request.body, callerTrace(request)),
      )
    })

    route(app, 'GET /api/detention/now', async (request, reply) =>
      sendInTurns<DetentionNow[]>(
        reply,
        (await detentionNow(deps, supervisorOf(request))).flatMap(presentDetentionNow),
      ),
    )

    route(app, 'GET /api/detention', async (request, reply) => {
      const now = deps.clock.now()
      const { month = monthOf(now, deps.config.timezone) } = request.query
      const scope = supervisorOf(request)
      const visits = await detentionOfMonth(deps, scope, { month, now })
      const standings = await standingsOfMonth(deps, scope, month, visits)
      return sendInTurns<DetentionMonth>(
        reply,
        await inTurns(scope, presentDetentionMonth(month, visits, standings, now)),
      )
    })
  }
