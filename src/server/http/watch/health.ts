import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Clock } from '../../adapters/clock.ts'
import type { Reader } from '../../db/connect.ts'
import { READY_MS } from '../../db/time-limits.ts'
import { isWritable } from '../../db/writable.ts'
import { say } from '../../text/messages.ts'
import { Problem } from '../answer/problem.ts'
import type { EventLoopWatch } from './event-loop.ts'

/** The embedded database has this long to come back by itself. */
const STUCK_MS = 3 * 60_000

/** A balancer does better to ask another process while one makes everybody wait as long as this. */
const BLOCKED_MS = 2_000

/** A write waits for the disk: however often they ask, one a second. */
const WRITE_MS = 1_000

/** What the database can do just now. */
export type DatabaseState = 'ok' | 'read-only' | 'silent'

/**
 * `/readyz` says that the process can serve: the database takes writes, and no request held the thread for seconds just now.
 * It can without Redis and replicas, so their state is only reported.
 * `/healthz` says whether a restart of the process could help: when it does not answer, and when the embedded database has
 * failed every question of `/healthz` for three minutes although there is space on the disk. A restart prepares programs,
 * folders and locks again, which a restart of the database does not. It does not help a database elsewhere.
 */
export function installHealth(
  app: FastifyInstance,
  {
    pool,
    reader,
    eventLoop,
    redis,
    clock,
    isDiskFull,
    elapsed = () => performance.now(),
  }: {
    pool: pg.Pool
    reader: Pick<Reader, 'replicas'>
    eventLoop: Pick<EventLoopWatch, 'recentBlock'>
    redis: () => 'ok' | 'away' | 'none'
    clock: Pick<Clock, 'inDoubt'>
    /** Null: the database is not embedded. */
    isDiskFull: (() => boolean) | null
    /** Monotonic milliseconds. */
    elapsed?: () => number
  },
): { databaseState: () => Promise<DatabaseState> } {
  let asked: Promise<DatabaseState> | null = null
  let known: { state: DatabaseState; at: number } | null = null
  /** However many ask, one question is under way: a flood of them must not take the connections of presses. */
  async function databaseState(): Promise<DatabaseState> {
    if (known && elapsed() - known.at < WRITE_MS) return known.state
    asked ??= Promise.race([isWritable(pool), late()])
      .then(
        (writable) => (writable ? 'ok' : 'read-only'),
        () => 'silent' as const,
      )
      .then((state) => {
        known = { state, at: elapsed() }
        asked = null
        return state
      })
    return asked
  }

  let failingSince: number | null = null
  async function isStuck(full: () => boolean): Promise<boolean> {
    if ((await databaseState()) !== 'silent' || full()) failingSince = null
    else failingSince ??= elapsed()
    return failingSince !== null && elapsed() - failingSince >= STUCK_MS
  }

  app.get('/healthz', { schema: { hide: true }, logLevel: 'silent' }, async () => {
    if (isDiskFull && (await isStuck(isDiskFull))) {
      throw new Problem(503, 'unavailable', say('database_silent'))
    }
    return { status: 'ok' }
  })
  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async ({ protocol }) => {
    const blockedMs = eventLoop.recentBlock()
    if (blockedMs > BLOCKED_MS) {
      throw new Problem(503, 'unavailable', say('thread_blocked', { seconds: Math.round(blockedMs / 1000) }))
    }
    const state = await databaseState()
    if (state === 'silent') throw new Problem(503, 'unavailable', say('database_silent'))
    if (state === 'read-only') throw new Problem(503, 'unavailable', say('database_read_only'))
    const replicas = reader.replicas().map(({ state, lagBytes }) => ({ state, lagBytes }))
    // Everything goes on with it, so no balancer has to turn away.
    const doubt = clock.inDoubt() && { clock: 'in_doubt' }
    // Of a trusted proxy (TRUST_PROXY): `npm run doctor` asks whether it passes the scheme on.
    const scheme = protocol === 'https' && { scheme: protocol }
    return { status: 'ok', redis: redis(), ...scheme, ...doubt, ...(replicas.length > 0 && { replicas }) }
  })
  return { databaseState }
}

async function late(): Promise<never> {
  await pause(READY_MS, undefined, { ref: false })
  throw new Error('late')
}
