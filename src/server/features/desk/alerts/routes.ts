import type { FastifyPluginAsync } from 'fastify'
import { TRIED_DAYS } from '#contract/http/desk/alerts'
import { parametersOf } from '#domain/alert/kinds'
import type { AppDeps } from '../../../deps.ts'
import { digestOf, sendTagged } from '../../../http/answer/etag.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { presentAlert } from '../../../live/present.ts'
import type { UsualTimesOf } from '../../../record/read/durations.ts'
import { createRuleCounts, NOT_FIRED } from './counting.ts'
import { readAlerts } from './list.ts'
import { presentRule } from './present.ts'
import { pushRoutes } from './push/routes.ts'
import { addStandardRules, listRules } from './queries.ts'
import { handleAlert, handleAlerts, removeRule, saveRule, seeAlerts, tellRules } from './service.ts'

/** The alerts of a supervisor, and the rules that raise them. */
export const alertRoutes =
  (deps: AppDeps, usualTimesOf: UsualTimesOf): FastifyPluginAsync =>
  async (app) => {
    const { orm } = deps.database
    const countRules = createRuleCounts(deps, usualTimesOf)
    await app.register(pushRoutes(deps))

    route(app, 'GET /api/alerts', async (request, reply) => {
      const answer = await readAlerts(orm, supervisorOf(request), request.query, deps.clock.now())
      return sendTagged(request, reply, digestOf(answer), () => answer)
    })

    route(app, 'POST /api/alerts/handle', async (request) => {
      const changed = await handleAlerts(deps, supervisorOf(request), request.body, callerTrace(request))
      return { changed: changed.map(presentAlert) }
    })

    route(app, 'POST /api/alerts/seen', async (request) => {
      const { id } = callerTrace(request)
      const changed = await seeAlerts(deps, supervisorOf(request), request.body.ids, id)
      return { changed: changed.map(presentAlert) }
    })

    route(app, 'PUT /api/alerts/:id', async (request) =>
      presentAlert(
        await handleAlert(deps, supervisorOf(request), request.params.id, request.body, callerTrace(request)),
      ),
    )

    route(app, 'GET /api/alert-rules', async (request) => {
      const scope = supervisorOf(request)
      const added = await addStandardRules(orm, new Date(deps.clock.now()), scope.supervisorId)
      if (added > 0) tellRules(deps, scope)
      const rules = await listRules(orm, scope)
      const fired = await countRules(scope, rules)
      return rules.map((rule, i) => ({ ...presentRule(rule), ...(fired[i] ?? NOT_FIRED), days: TRIED_DAYS }))
    })

    route(app, 'POST /api/alert-rules/try', async (request) => {
      const { kind, parameters } = request.body
      const rule = { kind, parameters: parametersOf(kind, parameters) }
      const [fired = NOT_FIRED] = await countRules(supervisorOf(request), [rule])
      return { ...fired, days: TRIED_DAYS }
    })

    route(app, 'POST /api/alert-rules', async (request) => {
      const rule = await saveRule(deps, supervisorOf(request), null, request.body, callerTrace(request))
      return presentRule(rule)
    })

    route(app, 'PUT /api/alert-rules/:id', async (request) =>
      presentRule(
        await saveRule(deps, supervisorOf(request), request.params.id, request.body, callerTrace(request)),
      ),
    )

    route(app, 'DELETE /api/alert-rules/:id', async (request) => {
      await removeRule(deps, supervisorOf(request), request.params.id, callerTrace(request))
    })
  }
