import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errors } from '#contract/http/errors'
import { messageResponse } from '#contract/http/messages'
import {
  codeRequest,
  recoveryCodesResponse,
  secondFactorResponse,
  secondFactorSetup,
} from '#contract/http/second-factor'
import type { AppDeps } from '../../../deps.ts'
import { unauthorized } from '../../../http/problem.ts'
import { adminTrace } from '../../../http/request-trace.ts'
import { say } from '../../../text/messages.ts'
import { lockAddressed } from '../email/queries.ts'
import { type Owner, ownerId } from './judge.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
  switchOffSecondFactor,
} from './service.ts'

interface Audience {
  path: string
  audience: 'supervisor' | 'administrator'
  tag: string
  ownerOf: (request: FastifyRequest) => Promise<Owner>
}

/** A supervisor's own second factor. */
export const secondFactorRoutes = (deps: AppDeps): FastifyPluginAsyncZod =>
  routesFor(deps, {
    path: '/api/account/second-factor',
    audience: 'supervisor',
    tag: 'Mi cuenta',
    async ownerOf({ signedIn, ip }) {
      const account = signedIn && (await lockAddressed(deps.database.orm, signedIn.caller.id))
      if (!account) throw unauthorized()
      const { id, role, username } = account
      return { account, trace: { kind: role, id, name: username, address: ip } }
    },
  })

/** The administrator's. */
export const adminSecondFactorRoutes = (deps: AppDeps): FastifyPluginAsyncZod =>
  routesFor(deps, {
    path: '/api/admin/second-factor',
    audience: 'administrator',
    tag: 'Administración',
    ownerOf: async (request) => ({ account: null, trace: adminTrace(request) }),
  })

const routesFor =
  (deps: AppDeps, { path, audience, tag, ownerOf }: Audience): FastifyPluginAsyncZod =>
  async (app) => {
    const tags = [tag]
    const config = { audience, recentProof: true }

    app.get(
      path,
      {
        config: { audience },
        schema: {
          tags,
          summary: 'Si la verificación en dos pasos está activada',
          response: { 200: secondFactorResponse },
        },
      },
      async (request) => secondFactorOf(deps.database.orm, ownerId(await ownerOf(request))),
    )

    app.post(
      path,
      {
        config,
        schema: {
          tags,
          summary: 'Empezar a activar la verificación en dos pasos; vale desde el primer código correcto',
          response: { 200: secondFactorSetup, ...errors(400) },
        },
      },
      async (request) => beginSecondFactor(deps, await ownerOf(request)),
    )

    app.post(
      `${path}/confirm`,
      {
        config,
        schema: {
          tags,
          summary: 'Activar la verificación en dos pasos con un primer código',
          body: codeRequest,
          response: { 200: recoveryCodesResponse, ...errors(404) },
        },
      },
      async (request) => confirmSecondFactor(deps, await ownerOf(request), request.body.code),
    )

    app.post(
      `${path}/recovery-codes`,
      {
        config,
        schema: {
          tags,
          summary: 'Diez códigos de recuperación nuevos; los anteriores dejan de valer',
          body: codeRequest,
          response: { 200: recoveryCodesResponse, ...errors(404) },
        },
      },
      async (request) => renewRecoveryCodes(deps, await ownerOf(request), request.body.code),
    )

    app.post(
      `${path}/off`,
      {
        config,
        schema: {
          tags,
          summary: 'Desactivar la verificación en dos pasos',
          body: codeRequest,
          response: { 200: messageResponse, ...errors(404) },
        },
      },
      async (request) => {
        await switchOffSecondFactor(deps, await ownerOf(request), request.body.code)
        return say('second_factor_switched_off')
      },
    )
  }
