import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../../deps.ts'
import { route } from '../../../../http/route.ts'
import { signedInOf, supervisorOf } from '../../../../http/route-audience.ts'
import { callerTrace } from '../../../../http/watch/request-trace.ts'
import { quietHoursOf } from './queries.ts'
import { saveQuietHours, subscribe, unsubscribe } from './service.ts'

/** The browsers to which the alerts of a supervisor are pushed. */
export const pushRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/push-key', async () => ({ publicKey: deps.webPush.publicKey }))

    route(app, 'POST /api/push-subscriptions', async (request) => {
      const { sessionId } = signedInOf(request)
      await subscribe(deps, supervisorOf(request), request.body, sessionId, callerTrace(request))
    })

    route(app, 'POST /api/push-subscriptions/end', async (request) => {
      await unsubscribe(deps, supervisorOf(request), request.body.endpoint, callerTrace(request))
    })

    route(app, 'GET /api/quiet-hours', async (request) =>
      quietHoursOf(deps.database.orm, supervisorOf(request)),
    )

    route(app, 'PUT /api/quiet-hours', async (request) =>
      saveQuietHours(deps, supervisorOf(request), request.body, callerTrace(request)),
    )
  }
