import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { unauthorized } from '../../../http/answer/problem.ts'
import { provenOrigin } from '../../../http/caller/origin.ts'
import { route } from '../../../http/route.ts'
import { signedInOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { say } from '../../../text/messages.ts'
import { rememberDevice } from '../accounts/devices.ts'
import { changePhone } from '../accounts/phone.ts'
import { noteInSession } from '../accounts/queries.ts'
import {
  changeOwnEmail,
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  ownAccount,
  proveAgain,
} from './service.ts'

/** What everybody may see and change of their own account. */
export const ownAccountRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/account', async (request) => ownAccount(deps, signedInOf(request)))

    route(app, 'PUT /api/account/password', async (request, reply) => {
      const user = await changeOwnPassword(deps, signedInOf(request), request.body, callerTrace(request))
      // What was known of devices ended with the old password; this one goes on.
      await rememberDevice(deps.database.orm, request, reply, { user, now: deps.clock.now() })
      return say('own_password_changed')
    })

    route(app, 'PUT /api/account/email', async (request) => {
      const asked = { address: request.ip, origin: provenOrigin(request, deps.config.publicOrigin) }
      await changeOwnEmail(deps, signedInOf(request), request.body, asked)
      return say('email_confirmation_sent')
    })

    route(app, 'PUT /api/account/phone', async (request) => {
      await changePhone(deps, signedInOf(request).caller.id, request.body.phone ?? null, callerTrace(request))
    })

    route(app, 'POST /api/account/activity', async (request) => {
      const { sessionId } = signedInOf(request)
      if (!(await noteInSession(deps.database.orm, sessionId, 'activeAt', deps.clock.steady())))
        throw unauthorized()
    })

    route(app, 'POST /api/account/proof', async (request) => {
      await proveAgain(deps, signedInOf(request), request.body.currentPassword)
      return say('proof_given')
    })

    route(app, 'DELETE /api/account/sessions', async (request) => {
      await endOtherSessions(deps, signedInOf(request))
      return say('sessions_ended')
    })

    route(app, 'DELETE /api/account/sessions/:id', async (request) => {
      await endOwnSession(deps, signedInOf(request), request.params.id)
    })
  }
