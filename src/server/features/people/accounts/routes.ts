import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import type { registerRequest } from '#contract/http/people/accounts'
import type { AppDeps } from '../../../deps.ts'
import { EMPTY_CACHE } from '../../../http/answer/error-handler.ts'
import { unauthorized } from '../../../http/answer/problem.ts'
import { provenOrigin } from '../../../http/caller/origin.ts'
import { route } from '../../../http/route.ts'
import { callerOf } from '../../../http/route-audience.ts'
import { say } from '../../../text/messages.ts'
import { sendConfirmation } from '../email/service.ts'
import { knownDevice } from './devices.ts'
import { authenticate } from './login.ts'
import type { OwedByUser } from './owed.ts'
import { presentUser } from './present.ts'
import { findUserById, type UserRow } from './queries.ts'
import { register } from './service.ts'
import { beginSession, endSession, logIn } from './sessions.ts'

/** Makes the account of an invited driver; throws 404 for a bad invitation. */
type RegisterInvited = (
  deps: AppDeps,
  invitation: string,
  request: z.output<typeof registerRequest>,
  address: string,
) => Promise<UserRow>

export const accountRoutes =
  (deps: AppDeps, registerInvited: RegisterInvited, owedBy: OwedByUser): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/user', async (request) => {
      const user = await findUserById(deps.database.orm, callerOf(request).id)
      if (!user) throw unauthorized()
      return presentUser(user, await owedBy(user))
    })

    route(app, 'POST /api/login', async (request, reply) => {
      const device = await knownDevice(deps, request, request.body.username)
      const { user, ...rest } = await authenticate(deps, request.body, { address: request.ip, device })
      await logIn(deps, request, reply, user)
      return { ...presentUser(user, await owedBy(user)), ...rest }
    })

    route(app, 'POST /api/register', async (request, reply) => {
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
        await sendConfirmation(deps, { userId: user.id, email }, asked)
      })
      return presentUser(user, await owedBy(user))
    })

    route(app, 'POST /api/logout', async (request, reply) => {
      await endSession(deps, request, reply)
      reply.headers(EMPTY_CACHE)
      return say('logged_out')
    })
  }
