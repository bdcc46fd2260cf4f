import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { loginRequest, loginResponse, registerRequest, userResponse } from '#contract/http/accounts'
import { errors } from '#contract/http/errors'
import { messageResponse } from '#contract/http/messages'
import type { AppDeps } from '../../../deps.ts'
import { EMPTY_CACHE } from '../../../http/error-handler.ts'
import { provenOrigin } from '../../../http/origin.ts'
import { unauthorized } from '../../../http/problem.ts'
import { callerOf } from '../../../http/route-audience.ts'
import { say } from '../../../text/messages.ts'
import { prepareConfirmation } from '../email/service.ts'
import { knownDevice } from './devices.ts'
import { authenticate } from './login.ts'
import { presentUser } from './present.ts'
import { findUserById, type UserRow } from './queries.ts'
import { register } from './service.ts'
import { beginSession, endSession, logIn } from './sessions.ts'

const tags = ['Cuenta']

/** Makes the account of an invited driver; throws 404 for a bad invitation. */
type RegisterInvited = (
  deps: AppDeps,
  invitation: string,
  request: z.output<typeof registerRequest>,
  address: string,
) => Promise<UserRow>

export const accountRoutes =
  (deps: AppDeps, registerInvited: RegisterInvited): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/user',
      {
        config: { audience: 'signed-in', beforeOwnPassword: true },
        schema: { tags, summary: 'Usuario actual', response: { 200: userResponse } },
      },
      async (request) => {
        const user = await findUserById(deps.database.orm, callerOf(request).id)
        if (!user) throw unauthorized()
        return presentUser(user)
      },
    )

    app.post(
      '/api/login',
      {
        config: { audience: 'anyone' },
        schema: {
          tags,
          summary: 'Iniciar sesión; con verificación en dos pasos, también con `code`',
          body: loginRequest,
          response: { 200: loginResponse, ...errors(401, 429) },
        },
      },
      async (request, reply) => {
        const device = await knownDevice(deps, request, request.body.username)
        const { user, ...rest } = await authenticate(deps, request.body, { address: request.ip, device })
        await logIn(deps, request, reply, user)
        return { ...presentUser(user), ...rest }
      },
    )

    app.post(
      '/api/register',
      {
        config: { audience: 'anyone' },
        schema: {
          tags,
          summary: 'Registrarse; con `invitation`, como operador de quien invita',
          body: registerRequest,
          response: { 201: userResponse, ...errors(404, 409, 429) },
        },
      },
      async (request, reply) => {
        await deps.rateLimits.registrationOfAddress.spend(request.ip)
        const { invitation } = request.body
        // An empty invitation is a broken link, not a missing one: the driver must not become a supervisor.
        const user =
          invitation === undefined
            ? await register(deps, request.body)
            : await registerInvited(deps, invitation, request.body, request.ip)
        await beginSession(deps, request, reply, user)
        const { email } = request.body
        const asked = { address: request.ip, origin: provenOrigin(request, deps.config.publicOrigin) }
        // No answer about the mailbox's share: whose it is has not been proven.
        deps.afterAnswer.add(async () => {
          const mail = await prepareConfirmation(deps, { userId: user.id, email }, asked)
          if (mail) await deps.mailer.send(mail)
        })
        return reply.code(201).send(presentUser(user))
      },
    )

    app.post(
      '/api/logout',
      {
        config: { audience: 'anyone' },
        schema: { tags, summary: 'Cerrar sesión', response: { 200: messageResponse } },
      },
      async (request, reply) => {
        await endSession(deps, request, reply)
        reply.headers(EMPTY_CACHE)
        return say('logged_out')
      },
    )
  }
