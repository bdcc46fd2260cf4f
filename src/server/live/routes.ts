import websocket from '@fastify/websocket'
import type { FastifyPluginAsync } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { CLOSE_MAINTENANCE, CLOSE_RESTART, CLOSE_UNAUTHORIZED } from '#contract/live/close-codes'
import { NO_ENTITLEMENTS, type StoredPremium } from '#domain/account/entitlements'
import type { Clock } from '../adapters/clock.ts'
import type { Queryable } from '../db/connect.ts'
import { gathered } from '../db/gathered.ts'
import { isOwnOrigin } from '../http/caller/origin.ts'
import type { Sessions } from '../http/caller/session.ts'
import { createMissLimit } from '../http/limits/miss-limit.ts'
import type { RateLimits } from '../http/limits/rate-limits.ts'
import { route } from '../http/route.ts'
import { signedInOf } from '../http/route-audience.ts'
import type { SignedIn } from '../identity/caller.ts'
import { type SupervisorScope, scopeOf } from '../identity/supervisor-scope.ts'
import { tellTo } from '../log/tell.ts'
import { newestSeqs } from '../record/read/seqs.ts'
import type { Listener } from './audience.ts'
import type { Bus } from './bus/bus.ts'
import { listenOnly } from './bus/listen-only.ts'
import { createConnections } from './connections.ts'
import { type PremiumReader, tellEntitlements } from './entitlements.ts'
import { lookForMissed } from './missed.ts'
import { existingSessions } from './queries.ts'
import { createTokens } from './tokens.ts'

/** Until the entitlements have been read. */
const NO_PREMIUM: StoredPremium = { flags: NO_ENTITLEMENTS, activated: false, expiresAt: null }

/** That of a control frame, the least that `ws` must read. */
const MAX_MESSAGE_BYTES = 125

/**
 * A client that has not answered the close frame after this time is cut off. A phone without signal never does: each restart
 * would wait for it.
 */
const CLOSING_MS = 3_000

// A constant, because the types of `ws` lack `closeTimeout` and refuse it in an object literal.
const channelOptions = { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false, closeTimeout: CLOSING_MS }

const wsQuery = z.object({ token: z.string().max(200).default('') })

interface LiveParts {
  db: Queryable
  /** Of the same database. */
  pool: pg.Pool
  clock: Clock
  bus: Bus
  publicOrigin: string | null
  /** Open channels that an account may have in each process. */
  channelsPerAccount: number
  rateLimits: Pick<RateLimits, 'liveTokenOfAccount' | 'liveMissOfAddress'>
  sessions: Pick<Sessions, 'find'>
  read: PremiumReader
  maintenance: {
    isOn(): boolean
    /** Calls `listener` when it may have been switched; returns the unsubscribe function. */
    onChange(listener: () => void): () => void
  }
  /** Calls `listener` when who is let in has changed; returns the unsubscribe function. */
  onAdmission(listener: () => void): () => void
}

export const liveRoutes =
  (deps: LiveParts): FastifyPluginAsync =>
  async (app) => {
    const { db, clock, bus, read, maintenance } = deps
    // Two for each channel: a page that connects again asks before the server has noticed that its old channel is gone.
    const misses = createMissLimit(deps.rateLimits.liveMissOfAddress)
    const tokens = createTokens({ ...deps, perAccount: 2 * deps.channelsPerAccount })
    const isOpen = gathered(async (sessionIds: readonly string[]) => {
      const open = await existingSessions(db, sessionIds)
      return sessionIds.map((id) => open.has(id))
    })
    const newestSeq = gathered((scopes: readonly SupervisorScope[]) => newestSeqs(db, scopes))

    function listenerFor({ caller: { id: userId, role }, sessionId }: SignedIn): Listener {
      return role === 'operator'
        ? { role, userId, sessionId }
        : { role, userId, sessionId, premium: NO_PREMIUM, toldExpiry: null }
    }

    const connections = createConnections({
      bus,
      clock,
      perAccount: deps.channelsPerAccount,
      onEntitlementsChanged: (supervisorId) => {
        entitlements.refresh(supervisorId).catch(couldNotRefresh)
      },
    })
    app.metrics.watch('acarreo_live_sockets', 'Open sockets of the live channel.', () => connections.size())
    const couldNotRefresh = (err: unknown) =>
      tellTo(app.log)('BACKGROUND_FAILED', { err, work: 'avisar de lo que premium abre' })
    const entitlements = tellEntitlements({
      read,
      clock,
      connections,
      onError: couldNotRefresh,
    })
    const missed = lookForMissed({
      db,
      read,
      clock,
      bus,
      connections,
      refresh: entitlements.refresh,
      onError: (err) =>
        tellTo(app.log)('BACKGROUND_FAILED', { err, work: 'buscar lo que falta en los tableros' }),
    })
    const unwatch = maintenance.onChange(() => {
      if (!maintenance.isOn()) return
      void connections.closeAll(CLOSE_MAINTENANCE, 'maintenance')
    })
    // Every page connects again, if it still may.
    const unwatchAdmission = deps.onAdmission(() => void connections.closeAll(CLOSE_RESTART, 'restart'))
    // Before the plugin's own hook, which would close the sockets without the code that lets them reconnect.
    app.addHook('preClose', async () => {
      unwatch()
      unwatchAdmission()
      entitlements.stop()
      missed.stop()
      await connections.stop()
    })
    await app.register(websocket, { options: channelOptions })

    route(app, 'POST /api/live-token', async (request) => {
      const { caller, sessionId } = signedInOf(request)
      await deps.rateLimits.liveTokenOfAccount.spend(String(caller.id))
      return { token: await tokens.issue({ userId: caller.id, sessionId }) }
    })

    app.get<{ Querystring: z.output<typeof wsQuery> }>(
      '/ws',
      {
        websocket: true,
        onRequest: misses.refuse,
        // Refuses by closing the socket with a code, which a page can read; an HTTP status it cannot.
        config: { audience: 'anyone', cost: 'light' },
        schema: { hide: true, querystring: wsQuery },
      },
      async (socket, request) => {
        listenOnly(socket, request.socket)
        const { origin, host } = request.headers
        const { signedIn } = request
        const welcome =
          signedIn !== null &&
          origin !== undefined &&
          isOwnOrigin(origin, host, deps.publicOrigin) &&
          (await tokens.redeem(request.query.token, {
            userId: signedIn.caller.id,
            sessionId: signedIn.sessionId,
          }))
        if (!welcome) {
          socket.close(CLOSE_UNAUTHORIZED, 'unauthorized')
          await misses.missed(request.ip)
          return
        }
        const listener = listenerFor(signedIn)
        // Subscribe first, then read: a change in between is received, read, or both, but never missed.
        const connection = connections.add(socket, request.socket, listener)
        // Race: maintenance began after the request passed the hook, so nothing else would close this socket.
        if (maintenance.isOn()) {
          socket.close(CLOSE_MAINTENANCE, 'maintenance')
          return
        }
        // Race: the session ended, or premium changed, before this socket subscribed. The database says whether the session
        // is open; premium comes from memory, which has heard of every change that this socket missed.
        const still =
          (await isOpen(listener.sessionId)) && (await deps.sessions.find(listener.sessionId, clock.steady()))
        if (!still) {
          socket.close(CLOSE_UNAUTHORIZED, 'unauthorized')
          return
        }
        let seq = 0
        if (listener.role === 'supervisor') {
          // Before the `seq`, which then includes the events that were not delivered without premium. A change that was
          // heard meanwhile is newer.
          if (listener.premium === NO_PREMIUM) listener.premium = still.premium
          seq = await newestSeq(scopeOf({ id: listener.userId, role: listener.role }))
          connection.told = Math.max(connection.told, seq)
        }
        connections.send(connection, {
          type: 'hello',
          payload: { seq, serverTime: new Date(clock.now()).toISOString() },
        })
      },
    )
  }
