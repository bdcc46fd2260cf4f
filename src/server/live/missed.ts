import { isDeepStrictEqual } from 'node:util'
import { CLOSE_UNAUTHORIZED } from '#contract/live/close-codes'
import { effectivePremium } from '#domain/account/entitlements'
import type { Clock } from '../adapters/clock.ts'
import type { Queryable } from '../db/connect.ts'
import { scopeOf } from '../identity/supervisor-scope.ts'
import type { Bus } from './bus.ts'
import type { Connection, Connections } from './connections.ts'
import type { PremiumReader } from './entitlements.ts'
import { existingSessions, newestSeq } from './queries.ts'

/** The most that a desk is behind while the bus is down. */
const LOOK_MS = 5_000
/** While the bus is healthy, every so many looks: a process may have died between a commit and its message. */
const HEALTHY_EVERY = 12

export interface MissedLook {
  /** Looks now. A failed read is reported and retried with the next look. */
  look(): Promise<void>
  stop(): void
}

/**
 * Polls the database for changes by other processes and applies them to the sockets of this one, as the missed message
 * would have. Without it a desk would be stale and still say that it is connected while Redis is down.
 */
export function lookForMissed(deps: {
  db: Queryable
  read: Pick<PremiumReader, 'premiumOf'>
  clock: Clock
  bus: Pick<Bus, 'healthy'>
  connections: Pick<Connections, 'select' | 'send'>
  /** Reloads a supervisor's entitlements and notifies its sockets. */
  refresh: (supervisorId: number) => Promise<void>
  onError: (error: unknown) => void
}): MissedLook {
  const { db, read, clock, bus, connections, refresh, onError } = deps

  async function lookAtSupervisor(supervisorId: number, sockets: readonly Connection[]): Promise<void> {
    const scope = scopeOf({ id: supervisorId, role: 'supervisor' })
    const premium = await read.premiumOf(scope)
    const isKnown = ({ listener }: Connection): boolean =>
      listener.role === 'supervisor' && isDeepStrictEqual(listener.premium, premium)
    if (!sockets.every(isKnown)) await refresh(supervisorId)
    const now = clock.now()
    // Without real-time information no `seq` either: the desk would fetch, each time, what it may not see.
    if (!effectivePremium(premium, now).flags.realTimeInfo) return
    const seq = await newestSeq(db, scope)
    for (const connection of sockets) {
      if (connection.told >= seq) continue
      connection.told = seq
      const payload = { seq, serverTime: new Date(now).toISOString() }
      connections.send(connection.socket, { type: 'hello', payload })
    }
  }

  async function lookAtAll(): Promise<void> {
    const open = connections.select(() => true)
    if (open.length === 0) return
    const alive = await existingSessions(db, [...new Set(open.map(({ listener }) => listener.sessionId))])
    const bySupervisor = new Map<number, Connection[]>()
    for (const connection of open) {
      const { role, userId, sessionId } = connection.listener
      if (!alive.has(sessionId)) connection.socket.close(CLOSE_UNAUTHORIZED, 'unauthorized')
      else if (role === 'supervisor') {
        bySupervisor.set(userId, [...(bySupervisor.get(userId) ?? []), connection])
      }
    }
    // Sequentially: this is not urgent, and requests need the connections.
    for (const [supervisorId, sockets] of bySupervisor) await lookAtSupervisor(supervisorId, sockets)
  }

  let looking: Promise<void> | null = null
  const look = (): Promise<void> => {
    looking ??= lookAtAll()
      .catch(onError)
      .finally(() => {
        looking = null
      })
    return looking
  }

  let beat = 0
  const watching = setInterval(() => {
    beat++
    if (!bus.healthy() || beat % HEALTHY_EVERY === 0) void look()
  }, LOOK_MS)
  watching.unref()
  return { look, stop: () => clearInterval(watching) }
}
