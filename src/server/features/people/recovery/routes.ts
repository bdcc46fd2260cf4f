import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/caller/origin.ts'
import { route } from '../../../http/route.ts'
import { say } from '../../../text/messages.ts'
import { checkToken, resetPassword, takeResetRequest } from './service.ts'

/** A random delay, so that the work for one request does not show in the timing of the next answer. */
const delayMs = (): number => 100 + Math.random() * 900

/** Answers reveal nothing about accounts, and links are made after the answer: see `takeResetRequest`. */
export const recoveryRoutes =
  (deps: AppDeps): FastifyPluginAsync =>
  async (app) => {
    // The page's address contains the token: not even the browser may cache these answers.
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('Cache-Control', 'no-store')
    })

    route(app, 'POST /api/password/reset-request', async (request) => {
      // Nothing here may read an account, or wait for something that does.
      const { body, ip: address } = request
      const origin = provenOrigin(request, deps.config.publicOrigin)
      await takeResetRequest(deps, body, { origin, address }, delayMs())
      return say('reset_requested')
    })

    route(app, 'GET /api/password/validate-token', async (request) => {
      await checkToken(deps, request.query.token)
      return { valid: true as const }
    })

    route(app, 'POST /api/password/reset', async (request) => {
      await resetPassword(deps, request.body, request.ip)
      return say('password_reset')
    })
  }
