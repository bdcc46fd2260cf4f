import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { userResponse } from '#contract/http/accounts'
import { errors } from '#contract/http/errors'
import { messageResponse } from '#contract/http/messages'
import {
  assertionRequest,
  creationOptions,
  newPasskeyRequest,
  passkeyResponse,
  passkeysResponse,
  renamePasskeyRequest,
  requestOptions,
} from '#contract/http/passkeys'
import type { AppDeps } from '../../../deps.ts'
import { relyingParty } from '../../../http/relying-party.ts'
import { callerTrace } from '../../../http/request-trace.ts'
import { signedInOf } from '../../../http/route-audience.ts'
import { say } from '../../../text/messages.ts'
import { presentUser } from '../accounts/present.ts'
import { logIn } from '../accounts/sessions.ts'
import { authenticateWithPasskey, loginOptions, proofOptions, proveWithPasskey } from './assertion.ts'
import { addPasskey, newPasskeyOptions, ownPasskeys, removeOwnPasskey, renameOwnPasskey } from './service.ts'

const tags = ['Llaves de acceso']
const config = { audience: 'signed-in' } as const
const params = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })

/** Passkeys: the caller's own, and what they open. */
export const passkeyRoutes =
  (deps: AppDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { publicOrigin } = deps.config

    app.post(
      '/api/login/passkey/options',
      {
        config: { audience: 'anyone' },
        schema: {
          tags,
          summary: 'Lo que el navegador necesita para entrar con una llave de acceso; vale cinco minutos',
          response: { 200: requestOptions, ...errors(409) },
        },
      },
      async (request) => loginOptions(deps, relyingParty(request, publicOrigin)),
    )

    app.post(
      '/api/login/passkey',
      {
        config: { audience: 'anyone' },
        schema: {
          tags,
          summary: 'Iniciar sesión con una llave de acceso',
          body: assertionRequest,
          response: { 200: userResponse, ...errors(401, 409, 429) },
        },
      },
      async (request, reply) => {
        const party = relyingParty(request, publicOrigin)
        const user = await authenticateWithPasskey(deps, party, request.body, request.ip)
        await logIn(deps, request, reply, user, { passkey: true })
        return presentUser(user)
      },
    )

    app.post(
      '/api/account/proof/passkey/options',
      {
        config,
        schema: {
          tags,
          summary: 'Lo que el navegador necesita para dar una llave de acceso en lugar de la contraseña',
          response: { 200: requestOptions, ...errors(409) },
        },
      },
      async (request) => proofOptions(deps, relyingParty(request, publicOrigin), signedInOf(request)),
    )

    app.post(
      '/api/account/proof/passkey',
      {
        config,
        schema: {
          tags,
          summary: 'Dar una llave de acceso: durante diez minutos permite lo que no se puede deshacer',
          body: assertionRequest,
          response: { 200: messageResponse, ...errors(409) },
        },
      },
      async (request) => {
        await proveWithPasskey(deps, relyingParty(request, publicOrigin), request.body, signedInOf(request))
        return say('proof_given')
      },
    )

    app.get(
      '/api/account/passkeys',
      {
        config,
        schema: {
          tags,
          summary: 'Las llaves de acceso propias',
          response: { 200: passkeysResponse },
        },
      },
      async (request) => ({ passkeys: await ownPasskeys(deps, signedInOf(request)) }),
    )

    app.post(
      '/api/account/passkeys/options',
      {
        config: { ...config, recentProof: true },
        schema: {
          tags,
          summary: 'Lo que el navegador necesita para crear una llave de acceso; vale cinco minutos',
          response: { 200: creationOptions, ...errors(409) },
        },
      },
      async (request) => newPasskeyOptions(deps, relyingParty(request, publicOrigin), signedInOf(request)),
    )

    app.post(
      '/api/account/passkeys',
      {
        config: { ...config, recentProof: true },
        schema: {
          tags,
          summary: 'Agregar la llave de acceso que creó el navegador',
          body: newPasskeyRequest,
          response: { 201: passkeyResponse, ...errors(409) },
        },
      },
      async (request, reply) => {
        const userAgent = request.headers['user-agent'] ?? ''
        const added = await addPasskey(
          deps,
          relyingParty(request, publicOrigin),
          signedInOf(request),
          request.body,
          { trace: callerTrace(request), userAgent },
        )
        return reply.code(201).send(added)
      },
    )

    app.put(
      '/api/account/passkeys/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Cambiar el nombre de una llave de acceso propia',
          params,
          body: renamePasskeyRequest,
          response: { 200: passkeyResponse, ...errors(404) },
        },
      },
      async (request) => {
        const change = { id: request.params.id, name: request.body.name }
        return renameOwnPasskey(deps, signedInOf(request), change, callerTrace(request))
      },
    )

    app.delete(
      '/api/account/passkeys/:id',
      {
        config: { ...config, recentProof: true },
        schema: {
          tags,
          summary: 'Quitar una llave de acceso propia',
          params,
          response: { 204: z.null(), ...errors(404) },
        },
      },
      async (request, reply) => {
        await removeOwnPasskey(deps, signedInOf(request), request.params.id, callerTrace(request))
        return reply.code(204).send(null)
      },
    )
  }
