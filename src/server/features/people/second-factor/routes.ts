import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { unauthorized } from '../../../http/answer/problem.ts'
import { route } from '../../../http/route.ts'
import { adminTrace } from '../../../http/watch/request-trace.ts'
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

type OwnerOf = (request: FastifyRequest) => Promise<Owner>

/** A supervisor's own second factor. */
export const secondFactorRoutes = (deps: AppDeps): FastifyPluginAsync =>
  routesFor(deps, '/api/account/second-factor', async ({ signedIn, ip }) => {
    const account = signedIn && (await lockAddressed(deps.database.orm, signedIn.caller.id))
    if (!account) throw unauthorized()
    const { id, role, username } = account
    return { account, trace: { kind: role, id, name: username, address: ip } }
  })

/** The administrator's. */
export const adminSecondFactorRoutes = (deps: AppDeps): FastifyPluginAsync =>
  routesFor(deps, '/api/admin/second-factor', async (request) => ({
    account: null,
    trace: adminTrace(request),
  }))

const routesFor =
  (
    deps: AppDeps,
    path: '/api/account/second-factor' | '/api/admin/second-factor',
    ownerOf: OwnerOf,
  ): FastifyPluginAsync =>
  async (app) => {
    route(app, `GET ${path}`, async (request) =>
      secondFactorOf(deps.database.orm, ownerId(await ownerOf(request))),
    )

    route(app, `POST ${path}`, async (request) => beginSecondFactor(deps, await ownerOf(request)))

    route(app, `POST ${path}/confirm`, async (request) =>
      confirmSecondFactor(deps, await ownerOf(request), request.body.code),
    )

    route(app, `POST ${path}/recovery-codes`, async (request) =>
      renewRecoveryCodes(deps, await ownerOf(request), request.body.code),
    )

    route(app, `POST ${path}/off`, async (request) => {
      await switchOffSecondFactor(deps, await ownerOf(request), request.body.code)
      return say('second_factor_switched_off')
    })
  }
