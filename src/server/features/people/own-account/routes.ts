import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  accountResponse,
  changeEmailRequest,
  changePasswordRequest,
  provePasswordRequest,
} from '#contract/http/account'
import { errors } from '#contract/http/errors'
import { messageResponse } from '#contract/http/messages'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/origin.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { signedInOf } from '../../../http/route-audience.ts'
import { say } from '../../../text/messages.ts'
import { rememberDevice } from '../accounts/devices.ts'
import {
  changeOwnEmail,
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  ownAccount,
  proveAgain,
} from './service.ts'

const tags = ['Mi cuenta']
const config = { audience: 'signed-in' } as const

/** What everybody may see and change of their own account. */
export const ownAccountRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/account',
      {
        config,
        schema: {
          tags,
          summary: 'La cuenta propia y sus sesiones abiertas',
          response: { 200: accountResponse },
        },
      },
      async (request) => ownAccount(deps, signedInOf(request)),
    )

    app.put(
      '/api/account/password',
      {
        config: { ...config, cost: 'accounts', beforeOwnPassword: true },
        schema: {
          tags,
          summary:
            'Cambiar la contraseña propia; cierra las demás sesiones. Sin `currentPassword` solo en los diez minutos siguientes a entrar con una contraseña dada',
          body: changePasswordRequest,
          response: { 200: messageResponse },
        },
      },
      async (request, reply) => {
        const user = await changeOwnPassword(deps, signedInOf(request), request.body, callerTrace(request))
        // What was known of devices ended with the old password; this one goes on.
        await rememberDevice(deps.database.orm, request, reply, { user, now: deps.clock.now() })
        return say('own_password_changed')
      },
    )

    app.put(
      '/api/account/email',
      {
        config,
        schema: {
          tags,
          summary: 'Pedir el cambio del correo propio; vale cuando se abre el enlace que se envía al nuevo',
          body: changeEmailRequest,
          response: { 200: messageResponse },
        },
      },
      async (request) => {
        const asked = { address: request.ip, origin: provenOrigin(request, deps.config.publicOrigin) }
        await changeOwnEmail(deps, signedInOf(request), request.body, asked)
        return say('email_confirmation_sent')
      },
    )

    app.post(
      '/api/account/proof',
      {
        config,
        schema: {
          tags,
          summary: 'Dar otra vez la contraseña: durante diez minutos permite lo que no se puede deshacer',
          body: provePasswordRequest,
          response: { 200: messageResponse },
        },
      },
      async (request) => {
        await proveAgain(deps, signedInOf(request), request.body.currentPassword)
        return say('proof_given')
      },
    )

    app.delete(
      '/api/account/sessions',
      {
        config,
        schema: { tags, summary: 'Cerrar las demás sesiones', response: { 200: messageResponse } },
      },
      async (request) => {
        await endOtherSessions(deps, signedInOf(request))
        return say('sessions_ended')
      },
    )

    app.delete(
      '/api/account/sessions/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Cerrar una sesión propia',
          params: z.object({ id: z.string() }),
          response: { 204: z.null(), ...errors(404) },
        },
      },
      async (request, reply) => {
        await endOwnSession(deps, signedInOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )
  }
