import websocket from '@fastify/websocket'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { CLOSE_UNAUTHORIZED } from '#contract/live/close-codes'
import { liveTokenResponse } from '#contract/live/messages'
import type { AppDeps } from '../deps.ts'
import { featuresOf, premiumOf, presentFeatures } from '../features/entitlements/service.ts'
import { type Caller, callerOf } from '../http/guards.ts'
import { isOwnOrigin } from '../http/origin.ts'
import { scopeOf } from '../http/scope.ts'
import type { Listener } from './audience.ts'
import { createConnections } from './connections.ts'
import { newestSeq } from './queries.ts'
import { issueToken, redeemToken } from './tokens.ts'

/** Clients say nothing on this channel; what they send is small or they are let go. */
const MAX_MESSAGE_BYTES = 4096

export const liveRoutes = (deps: AppDeps): FastifyPluginAsyncZod => {
  const { orm } = deps.database

  async function listenerFor(caller: Caller, sessionId: string): Promise<Listener> {
    const { id: userId, role } = caller
    if (role === 'operator') return { role, userId, sessionId }
    return { role, userId, sessionId, premium: await premiumOf(orm, scopeOf({ id: userId, role })) }
  }

  return async (app) => {
    const connections = createConnections({
      bus: deps.bus,
      clock: deps.clock,
      onEntitlementsChanged(supervisorId, listeners) {
        if (listeners.length === 0) return
        refreshEntitlements(supervisorId, listeners).catch((err: unknown) => {
          app.log.error({ err }, 'entitlements could not be refreshed')
        })
      },
    })
    // Before the plugin's own hook, which would close the sockets without saying that they may come back.
    app.addHook('preClose', async () => connections.close())
    await app.register(websocket, { options: { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false } })

    async function refreshEntitlements(
      supervisorId: number,
      listeners: { socket: WebSocket; listener: Listener }[],
    ): Promise<void> {
      const premium = await premiumOf(orm, scopeOf({ id: supervisorId, role: 'supervisor' }))
      const payload = presentFeatures(supervisorId, await featuresOf(orm, supervisorId), deps.clock.now())
      for (const { socket, listener } of listeners) {
        if (listener.role === 'supervisor') listener.premium = premium
        connections.send(socket, { type: 'entitlements_update', payload })
      }
    }

    app.post(
      '/api/live-token',
      {
        schema: {
          tags: ['En vivo'],
          summary: 'Boleto de un uso para /ws',
          response: { 200: liveTokenResponse },
        },
      },
      async (request) => {
        const caller = callerOf(request)
        return { token: await issueToken(deps, caller.id, request.session.sessionId) }
      },
    )

    app.get(
      '/ws',
      {
        websocket: true,
        schema: { hide: true, querystring: z.object({ token: z.string().max(200).default('') }) },
      },
      async (socket, request) => {
        const { origin, host } = request.headers
        const { caller, session } = request
        const welcome =
          caller !== null &&
          origin !== undefined &&
          isOwnOrigin(origin, host, deps.config.publicOrigin) &&
          (await redeemToken(deps, request.query.token, { userId: caller.id, sessionId: session.sessionId }))
        if (!welcome) {
          socket.close(CLOSE_UNAUTHORIZED, 'unauthorized')
          return
        }
        const listener = await listenerFor(caller, session.sessionId)
        // Listening first, the number after: what is committed in between is heard, counted, or both; never neither.
        connections.add(socket, listener)
        const seq =
          listener.role === 'supervisor'
            ? await newestSeq(orm, scopeOf({ id: caller.id, role: 'supervisor' }))
            : 0
        connections.send(socket, {
          type: 'hello',
          payload: { seq, serverTime: new Date(deps.clock.now()).toISOString() },
        })
      },
    )
  }
}
