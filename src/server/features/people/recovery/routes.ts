import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errors } from '#contract/http/errors'
import { messageResponse } from '#contract/http/messages'
import {
  resetPasswordRequest,
  resetRequestRequest,
  validateTokenQuery,
  validateTokenResponse,
} from '#contract/http/recovery'
import type { AppDeps } from '../../../deps.ts'
import { provenOrigin } from '../../../http/origin.ts'
import { say } from '../../../text/messages.ts'
import { checkToken, resetPassword, sendRecovery } from './service.ts'

const tags = ['Recuperación de contraseña']
const config = { audience: 'anyone' } as const

/** A random delay, so that the work for one request does not show in the timing of the next answer. */
const delayMs = (): number => 100 + Math.random() * 900

/** Answers reveal nothing about accounts, and links are sent after the answer: see `sendRecovery`. */
export const recoveryRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { recoveryOfAddress } = deps.rateLimits
    // The page's address contains the token: not even the browser may cache these answers.
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('Cache-Control', 'no-store')
    })

    app.post(
      '/api/password/reset-request',
      {
        config,
        schema: {
          tags,
          summary: 'Pedir un enlace por correo; la respuesta es siempre la misma',
          body: resetRequestRequest,
          response: { 200: messageResponse, ...errors(429) },
        },
      },
      async (request) => {
        // Nothing here may read an account, or wait for something that does.
        await recoveryOfAddress.spend(request.ip)
        const { body, ip: address } = request
        const origin = provenOrigin(request, deps.config.publicOrigin)
        deps.afterAnswer.add(() => sendRecovery(deps, body, { origin, address }), delayMs())
        return say('reset_requested')
      },
    )

    app.get(
      '/api/password/validate-token',
      {
        config,
        schema: {
          tags,
          summary: 'Si el enlace todavía sirve',
          querystring: validateTokenQuery,
          response: { 200: validateTokenResponse, ...errors(429) },
        },
      },
      async (request) => {
        await recoveryOfAddress.spend(request.ip)
        await checkToken(deps, request.query.token)
        return { valid: true as const }
      },
    )

    app.post(
      '/api/password/reset',
      {
        config,
        schema: {
          tags,
          summary: 'Elegir la contraseña nueva con el token del enlace',
          body: resetPasswordRequest,
          response: { 200: messageResponse, ...errors(429) },
        },
      },
      async (request) => {
        await recoveryOfAddress.spend(request.ip)
        await resetPassword(deps, request.body, request.ip)
        return say('password_reset')
      },
    )
  }
