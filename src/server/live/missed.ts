import { isDeepStrictEqual } from 'node:util'
import { CLOSE_UNAUTHORIZED } from '#contract/live/close-codes'
import { effectivePremium, type StoredPremium } from '#domain/account/entitlements'
import type { Clock } from '../adapters/clock.ts'
import type { Queryable } from '../db/connect.ts'
import { type SupervisorScope, scopeOf } from '../identity/supervisor-scope.ts'
import { newestSeqs } from '../record/read/seqs.ts'
import type { Listener } from './audience.ts'
import type { Bus } from './bus/bus.ts'
import type { Connection, Connections } from './connections.ts'
import type { PremiumReader } from './entitlements.ts'
import { existingSessions } from './queries.ts'

/** The most that a desk is behind while the bus is down. */
const LOOK_MS = 5_000
/** While the bus is healthy, every so many looks: a process may have died between a commit and its message. */
const HEALTHY_EVERY = 12

/** Sessions or supervisors that one statement reads. */
const CHUNK = 500

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
  read: Pick<PremiumReader, 'premiumsOf'>
  clock: Clock
  bus: Pick<Bus, 'healthy'>
  connections: Pick<Connections, 'all' | 'send'>
  /** Reloads a supervisor's entitlements and notifies its sockets. */
  refresh: (supervisorId: number) => Promise<void>
  onError: (error: unknown) => void
}): MissedLook {
  const { db, read, clock, bus, connections, refresh, onError } = deps

  function tell(sockets: readonly Connection[], seq: number, now: number): void {
    for (const connection of sockets) {
      if (connection.told >= seq) continue
      connection.told = seq
      const payload = { seq, serverTime: new Date(now).toISOString() }
      connections.send(connection, { type: 'hello', payload })
    }
  }

  async function lookAtSupervisors(
    some: readonly (readonly [SupervisorScope, Connection[]])[],
  ): Promise<void> {
    const scopes = some.map(([scope]) => scope)
    const premiums = await read.premiumsOf(scopes)
    for (const [{ supervisorId }, sockets] of some) {
      if (!sockets.every(({ listener }) => knows(listener, premiums.get(supervisorId))))
        await refresh(supervisorId)
    }
    const seqs = await newestSeqs(db, scopes)
    const now = clock.steady()
    for (const [i, [{ supervisorId }, sockets]] of some.entries()) {
      const premium = premiums.get(supervisorId)
      // Without real-time information no `seq` either: the desk would fetch, each time, what it may not see.
      if (premium && effectivePremium(premium, now).flags.realTimeInfo) {
        tell(sockets, seqs[i] ?? 0, now)
      }
    }
  }

  async function lookAtAll(): Promise<void> {
    const bySession = new Map<string, Connection[]>()
    for (const connection of connections.all()) put(bySession, connection.listener.sessionId, connection)
    const bySupervisor = new Map<number, Connection[]>()
    // One after the other: this is not urgent, and requests need the connections.
    for (const some of chunksOf([...bySession])) {
      const alive = await existingSessions(
        db,
        some.map(([sessionId]) => sessionId),
      )
      for (const [sessionId, sockets] of some) {
        for (const connection of sockets) {
          const { role, userId } = connection.listener
          if (!alive.has(sessionId)) connection.socket.close(CLOSE_UNAUTHORIZED, 'unauthorized')
          else if (role === 'supervisor') put(bySupervisor, userId, connection)
        }
      }
    }
    const supervisors = [...bySupervisor].map(
      ([id, sockets]) => [scopeOf({ id, role: 'supervisor' }), sockets] as const,
    )
    for (const some of chunksOf(supervisors)) await lookAtSupervisors(some)
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

const knows = (listener: Listener, premium: StoredPremium | undefined): boolean =>
  listener.role === 'supervisor' && isDeepStrictEqual(listener.premium, premium)

function put<Key>(map: Map<Key, Connection[]>, key: Key, connection: Connection): void {
  const list = map.get(key)
  if (list) list.push(connection)
  else map.set(key, [connection])
}

function* chunksOf<T>(items: readonly T[]): Generator<T[]> {
  for (let i = 0; i < items.length; i += CHUNK) yield items.slice(i, i + CHUNK)
}
