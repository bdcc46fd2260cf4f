import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { relyingParty } from '../../../http/caller/relying-party.ts'
import { route } from '../../../http/route.ts'
import { signedInOf } from '../../../http/route-audience.ts'
import { callerTrace } from '../../../http/watch/request-trace.ts'
import { say } from '../../../text/messages.ts'
import type { OwedByUser } from '../accounts/owed.ts'
import { presentUser } from '../accounts/present.ts'
import { logIn } from '../accounts/sessions.ts'
import { authenticateWithPasskey, loginOptions, proofOptions, proveWithPasskey } from './assertion.ts'
import { addPasskey, newPasskeyOptions, ownPasskeys, removeOwnPasskey, renameOwnPasskey } from './service.ts'

/** Passkeys: the caller's own, and what they open. */
export const passkeyRoutes =
  (deps: AppDeps, owedBy: OwedByUser): FastifyPluginAsync =>
  async (app) => {
    const { publicOrigin } = deps.config

    route(app, 'POST /api/login/passkey/options', async (request) =>
      loginOptions(deps, relyingParty(request, publicOrigin)),
    )

    route(app, 'POST /api/login/passkey', async (request, reply) => {
      const party = relyingParty(request, publicOrigin)
      const user = await authenticateWithPasskey(deps, party, request.body, request.ip)
      await logIn(deps, request, reply, user, { passkey: true })
      return presentUser(user, await owedBy(user))
    })

    route(app, 'POST /api/account/proof/passkey/options', async (request) =>
      proofOptions(deps, relyingParty(request, publicOrigin), signedInOf(request)),
    )

    route(app, 'POST /api/account/proof/passkey', async (request) => {
      await proveWithPasskey(deps, relyingParty(request, publicOrigin), request.body, signedInOf(request))
      return say('proof_given')
    })

    route(app, 'GET /api/account/passkeys', async (request) => ({
      passkeys: await ownPasskeys(deps, signedInOf(request)),
    }))

    route(app, 'POST /api/account/passkeys/options', async (request) =>
      newPasskeyOptions(deps, relyingParty(request, publicOrigin), signedInOf(request)),
    )

    route(app, 'POST /api/account/passkeys', async (request) => {
      const userAgent = request.headers['user-agent'] ?? ''
      const added = await addPasskey(
        deps,
        relyingParty(request, publicOrigin),
        signedInOf(request),
        request.body,
        { trace: callerTrace(request), userAgent },
      )
      return added
    })

    route(app, 'PUT /api/account/passkeys/:id', async (request) => {
      const change = { id: request.params.id, name: request.body.name }
      return renameOwnPasskey(deps, signedInOf(request), change, callerTrace(request))
    })

    route(app, 'DELETE /api/account/passkeys/:id', async (request) => {
      await removeOwnPasskey(deps, signedInOf(request), request.params.id, callerTrace(request))
    })
  }
