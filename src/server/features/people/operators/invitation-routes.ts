import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/caller/origin.ts'
import { route } from '../../../http/route.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { invite, inviterName, revokeInvitations } from './invitations.ts'

/** Links with which drivers register under a supervisor. */
export const invitationRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    route(app, 'POST /api/users/invitations', async (request) => {
      const { token, expiresAt } = await invite(deps, supervisorOf(request), callerTrace(request))
      const origin = provenOrigin(request, deps.config.publicOrigin)
      return { url: `${origin}/auth?invitation=${token}`, expiresAt: expiresAt.toISOString() }
    })

    route(app, 'DELETE /api/users/invitations', async (request) => {
      await revokeInvitations(deps, supervisorOf(request), callerTrace(request))
    })
  }

/** For the registration page, before sign-in. */
export const publicInvitationRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    route(app, 'GET /api/public/invitations/:token', async (request) => ({
      supervisorName: await inviterName(deps, request.params.token),
    }))
  }
