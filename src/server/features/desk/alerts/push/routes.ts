import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { endPushRequest, pushKeyResponse, pushSubscriptionRequest } from '#contract/http/alerts'
import { errors } from '#contract/http/errors'
import type { AppDeps } from '../../../../deps.ts'
import { callerTrace } from '../../../../http/request-trace.ts'
import { signedInOf, supervisorOf } from '../../../../http/route-audience.ts'
import { subscribe, unsubscribe } from './service.ts'

const tags = ['Avisos']
const config = { audience: 'supervisor', feature: 'realTimeInfo' } as const

/** The browsers to which the alerts of a supervisor are pushed. */
export const pushRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/push-key',
      {
        config,
        schema: {
          tags,
          summary: 'Clave pública con la que un navegador se suscribe a las notificaciones',
          response: { 200: pushKeyResponse },
        },
      },
      async () => ({ publicKey: deps.webPush.publicKey }),
    )

    app.post(
      '/api/push-subscriptions',
      {
        config,
        schema: {
          tags,
          summary: 'Notificar a este navegador mientras dure la sesión',
          body: pushSubscriptionRequest,
          response: { 204: z.null(), ...errors(409, 422) },
        },
      },
      async (request, reply) => {
        const { sessionId } = signedInOf(request)
        await subscribe(deps, supervisorOf(request), request.body, sessionId, callerTrace(request))
        return reply.code(204).send(null)
      },
    )

    app.post(
      '/api/push-subscriptions/end',
      {
        config,
        schema: {
          tags,
          summary: 'Dejar de notificar a un navegador',
          body: endPushRequest,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await unsubscribe(deps, supervisorOf(request), request.body.endpoint, callerTrace(request))
        return reply.code(204).send(null)
      },
    )
  }
