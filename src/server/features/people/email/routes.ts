import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/caller/origin.ts'
import { route } from '../../../http/route.ts'
import { callerOf } from '../../../http/route-audience.ts'
import { say } from '../../../text/messages.ts'
import { confirmEmail, resendConfirmation } from './service.ts'

/** For the link in the mail, which may be opened on a device where nobody is signed in. */
export const confirmationRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    route(app, 'POST /api/email/confirm', async (request) => {
      await confirmEmail(deps, request.body.token, request.ip)
      return say('email_confirmed')
    })
  }

export const ownEmailRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    route(app, 'POST /api/account/email/confirmation', async (request) => {
      const { id } = callerOf(request)
      const asked = { address: request.ip, origin: provenOrigin(request, deps.config.publicOrigin) }
      await resendConfirmation(deps, id, asked)
      return say('email_confirmation_sent')
    })
  }
