import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  alertResponse,
  alertRuleRequest,
  alertRuleResponse,
  alertRulesResponse,
  alertsResponse,
  firedResponse,
  handleAlertRequest,
  MOST_CLOSED,
  TRIED_DAYS,
  tryRuleRequest,
} from '#contract/http/alerts'
import { errors } from '#contract/http/errors'
import { CLOSED_DAYS, parametersOf } from '#domain/alert/kinds'
import type { AppDeps } from '../../../deps.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { presentAlert } from '../../../live/present.ts'
import { createRuleCounts } from './counting.ts'
import { presentRule } from './present.ts'
import { pushRoutes } from './push/routes.ts'
import { addStandardRules, closedAlertsOf, listRules, openAlertsOf } from './queries.ts'
import { handleAlert, removeRule, saveRule, tellRules } from './service.ts'

const tags = ['Avisos']
const config = { audience: 'supervisor', feature: 'realTimeInfo' } as const
const DAY_MS = 24 * 60 * 60 * 1000
const byId = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })

/** The alerts of a supervisor, and the rules that raise them. */
export const alertRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { orm } = deps.database
    const countRules = createRuleCounts(deps)
    await app.register(pushRoutes(deps))

    app.get(
      '/api/alerts',
      {
        config,
        schema: {
          tags,
          summary: 'Avisos abiertos, y los cerrados de los últimos días',
          response: { 200: alertsResponse },
        },
      },
      async (request) => {
        const scope = supervisorOf(request)
        const since = new Date(deps.clock.now() - CLOSED_DAYS * DAY_MS)
        const open = await openAlertsOf(orm, scope)
        const closed = await closedAlertsOf(orm, scope, { since, limit: MOST_CLOSED })
        return { open: open.map(presentAlert), closed: closed.map(presentAlert) }
      },
    )

    app.put(
      '/api/alerts/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Atender un aviso: confirmar, anotar, asignar o posponer',
          params: byId,
          body: handleAlertRequest,
          response: { 200: alertResponse, ...errors(404) },
        },
      },
      async (request) =>
        presentAlert(
          await handleAlert(
            deps,
            supervisorOf(request),
            request.params.id,
            request.body,
            callerTrace(request),
          ),
        ),
    )

    app.get(
      '/api/alert-rules',
      {
        config: { ...config, cost: 'figures' },
        schema: {
          tags,
          summary: 'Reglas, y cuántos avisos habría dado cada una en los últimos 28 días',
          response: { 200: alertRulesResponse },
        },
      },
      async (request) => {
        const scope = supervisorOf(request)
        const added = await addStandardRules(orm, new Date(deps.clock.now()), scope.supervisorId)
        if (added > 0) tellRules(deps, scope)
        const rules = await listRules(orm, scope)
        const fired = await countRules(scope, rules)
        return rules.map((rule, i) => ({ ...presentRule(rule), fired: fired[i] ?? 0, days: TRIED_DAYS }))
      },
    )

    app.post(
      '/api/alert-rules/try',
      {
        config: { ...config, cost: 'figures' },
        schema: {
          tags,
          summary: 'Cuántos avisos habría dado una regla en los últimos 28 días',
          body: tryRuleRequest,
          response: { 200: firedResponse },
        },
      },
      async (request) => {
        const { kind, parameters } = request.body
        const rule = { kind, parameters: parametersOf(kind, parameters) }
        const [fired = 0] = await countRules(supervisorOf(request), [rule])
        return { fired, days: TRIED_DAYS }
      },
    )

    app.post(
      '/api/alert-rules',
      {
        config,
        schema: {
          tags,
          summary: 'Agregar una regla',
          body: alertRuleRequest,
          response: { 201: alertRuleResponse, ...errors(409) },
        },
      },
      async (request, reply) => {
        const rule = await saveRule(deps, supervisorOf(request), null, request.body, callerTrace(request))
        return reply.code(201).send(presentRule(rule))
      },
    )

    app.put(
      '/api/alert-rules/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Cambiar una regla',
          params: byId,
          body: alertRuleRequest,
          response: { 200: alertRuleResponse, ...errors(404) },
        },
      },
      async (request) =>
        presentRule(
          await saveRule(deps, supervisorOf(request), request.params.id, request.body, callerTrace(request)),
        ),
    )

    app.delete(
      '/api/alert-rules/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Quitar una regla',
          params: byId,
          response: { 204: z.null(), ...errors(404, 409) },
        },
      },
      async (request, reply) => {
        await removeRule(deps, supervisorOf(request), request.params.id, callerTrace(request))
        return reply.code(204).send(null)
      },
    )
  }
