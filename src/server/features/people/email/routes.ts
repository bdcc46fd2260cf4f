import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { confirmEmailRequest } from '#contract/http/email'
import { errors } from '#contract/http/errors'
import { messageResponse } from '#contract/http/messages'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/origin.ts'
import { callerOf } from '../../../http/route-audience.ts'
import { say } from '../../../text/messages.ts'
import { confirmEmail, resendConfirmation } from './service.ts'

const tags = ['Cuenta']

/** For the link in the mail, which may be opened on a device where nobody is signed in. */
export const confirmationRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/email/confirm',
      {
        config: { audience: 'anyone' },
        schema: {
          tags,
          summary: 'Confirmar un correo con el token de su enlace',
          body: confirmEmailRequest,
          response: { 200: messageResponse, ...errors(429) },
        },
      },
      async (request) => {
        await deps.rateLimits.recoveryOfAddress.spend(request.ip)
        await confirmEmail(deps, request.body.token, request.ip)
        return say('email_confirmed')
      },
    )
  }

export const ownEmailRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/account/email/confirmation',
      {
        config: { audience: 'signed-in' },
        schema: {
          tags,
          summary: 'Enviar otra vez el enlace que confirma el correo',
          response: { 200: messageResponse },
        },
      },
      async (request) => {
        const { id } = callerOf(request)
        const asked = { address: request.ip, origin: provenOrigin(request, deps.config.publicOrigin) }
        await resendConfirmation(deps, id, asked)
        return say('email_confirmation_sent')
      },
    )
  }
