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

/** A desk is no further behind than this while the processes do not hear each other. */
const LOOK_MS = 5_000
/** Also looked every so many times while they do: a process that died between a commit and its message said nothing. */
const HEALTHY_EVERY = 12

export interface MissedLook {
  /** Looks now. What could not be read is reported, and looked for again next time. */
  look(): Promise<void>
  stop(): void
}

/**
 * Looks into the database for what other processes did to the listeners of this one, and does to them what the message
 * would have done: without it a Redis that is away would leave a desk behind that calls itself connected.
 */
export function lookForMissed(deps: {
  db: Queryable
  read: Pick<PremiumReader, 'premiumOf'>
  clock: Clock
  bus: Pick<Bus, 'healthy'>
  connections: Pick<Connections, 'select' | 'send'>
  /** Reads a supervisor's entitlements anew and tells its sockets. */
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
    // Who hears no events needs no number either: it would have the desk ask, every time, for what it may not see.
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
    // One after the other: nobody waits for this, and requests need the database's connections.
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
