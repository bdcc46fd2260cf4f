import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errors } from '#contract/http/errors'
import { invitationResponse, publicInvitationResponse } from '#contract/http/operators'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/origin.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { supervisorOf } from '../../../http/route-audience.ts'
import { invite, inviterName, revokeInvitations } from './invitations.ts'

const tags = ['Operadores']

/** Links with which drivers register under a supervisor. */
export const invitationRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/users/invitations',
      {
        config: { audience: 'supervisor', cost: 'accounts' },
        schema: {
          tags,
          summary: 'Crear un enlace de invitación, válido 7 días para cualquier número de choferes',
          response: { 201: invitationResponse },
        },
      },
      async (request, reply) => {
        const { token, expiresAt } = await invite(deps, supervisorOf(request), callerTrace(request))
        const origin = provenOrigin(request, deps.config.publicOrigin)
        return reply
          .code(201)
          .send({ url: `${origin}/auth?invitation=${token}`, expiresAt: expiresAt.toISOString() })
      },
    )

    app.delete(
      '/api/users/invitations',
      {
        config: { audience: 'supervisor' },
        schema: { tags, summary: 'Anular todas las invitaciones propias', response: { 204: z.null() } },
      },
      async (request, reply) => {
        await revokeInvitations(deps, supervisorOf(request), callerTrace(request))
        return reply.code(204).send(null)
      },
    )
  }

/** For the registration page, before sign-in. */
export const publicInvitationRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', async (request) => {
      await deps.rateLimits.publicPageOfAddress.spend(request.ip)
    })

    app.get(
      '/api/public/invitations/:token',
      {
        config: { audience: 'anyone' },
        schema: {
          tags,
          summary: 'De quién es una invitación',
          params: z.object({ token: z.string() }),
          response: { 200: publicInvitationResponse, ...errors(404, 429) },
        },
      },
      async (request) => ({ supervisorName: await inviterName(deps, request.params.token) }),
    )
  }
