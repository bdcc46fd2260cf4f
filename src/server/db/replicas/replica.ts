import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { createSpell } from '../../log/spell.ts'
import type { Tell } from '../../log/tell.ts'
import { NO_LONGER_A_REPLICA, NOT_A_REPLICA } from '../../text/database.ts'
import { type Orm, openPool, type ReplicaStatus, SNAPSHOT, TOGETHER, type Tx } from '../connect.ts'
import { innermostMessage, isAway, isRecoveryConflict, wasEnded } from '../errors.ts'

/** For connecting and for a probe. When a probe fails, the reads under way move to the primary. */
const PATIENCE_MS = 2_000
/** A read that takes longer here is left to the primary, which allows more. */
const READ_TIMEOUT_MS = 10_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** The server and database that a connection reaches; a physical standby has those of its primary. */
export async function identityOf(client: pg.ClientBase | pg.Pool): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select concat_ws('/', s.system_identifier, d.oid) as identity
     from pg_control_system() s, pg_database d where d.datname = current_database()`,
  )
  return rows[0]?.identity ?? ''
}

/** Another database: its rows must never be shown. */
class ForeignReplica extends Error {}

type Fits = (seq: number) => boolean | Promise<boolean>

export interface Replica {
  /** Host and port. */
  host: string
  status(): ReplicaStatus
  isUsable(): boolean
  /**
   * Runs `read` in one snapshot, if the tenant's newest `seq` in it is one that `fits`; null: it does not, or the replica
   * failed.
   */
  read<T>(tenantId: number, fits: Fits, read: (tx: Tx) => Promise<T>): Promise<{ value: T } | null>
  /** Finds out whether it answers, and how far it is behind `primaryLsn`. `foreign`: it is another database. */
  probe(primaryLsn: string | null): Promise<'ok' | 'away' | 'foreign'>
  close(): Promise<void>
}

export function openReplica(url: string, { identity, tell }: { identity: string; tell: Tell }): Replica {
  const { hostname, port } = new URL(url)
  const host = `${hostname}:${port || 5432}`
  const settings: pg.PoolConfig = {
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    statement_timeout: READ_TIMEOUT_MS,
    async onConnect(client) {
      if ((await identityOf(client)) !== identity) throw new ForeignReplica(NOT_A_REPLICA)
    },
  }
  const pool = openPool({ ...settings, ...TOGETHER, max: 10 })
  // Separate: a probe that waits for long reads would find a busy replica away.
  const probes = openPool({ ...settings, max: 1, query_timeout: PATIENCE_MS })
  const orms = new WeakMap<pg.PoolClient, Orm>()
  const reads = { answered: 0, behind: 0, failed: 0 }

  let isAnswering = false
  let lagBytes: number | null = null
  const fault = createSpell(tell, { begin: 'REPLICA_AWAY', end: 'REPLICA_BACK' })
  let pause = { untilMs: 0, nextMs: FIRST_PAUSE_MS }
  let gone = rejectable()

  const isPaused = (): boolean => performance.now() < pause.untilMs

  function lost(reason: string): void {
    isAnswering = false
    lagBytes = null
    gone.reject(new Error(reason))
    gone = rejectable()
    fault.seen({ host, reason })
  }

  /** A read failed for a reason that is the replica's. */
  function pauseFor(error: unknown): void {
    pause = {
      untilMs: performance.now() + pause.nextMs,
      nextMs: Math.min(pause.nextMs * 2, LONGEST_PAUSE_MS),
    }
    fault.seen({ host, reason: innermostMessage(error) })
  }

  async function readOn<T>(
    client: pg.PoolClient,
    tenantId: number,
    fits: Fits,
    read: (tx: Tx) => Promise<T>,
  ): Promise<{ value: T } | null> {
    const orm = orms.get(client) ?? drizzle(client)
    orms.set(client, orm)
    return orm.transaction(async (tx) => {
      // Also each time, because a promoted standby keeps its connections.
      const { rows } = await tx.execute<{ standby: boolean; seq: number }>(sql`
        select pg_is_in_recovery() as standby, coalesce((
          select last_seq from event_counters where tenant_id = ${tenantId}), 0)::double precision as seq`)
      const [found] = rows
      return found?.standby && (await fits(found.seq)) ? { value: await read(tx) } : null
    }, SNAPSHOT)
  }

  async function position(primaryLsn: string | null): Promise<{ standby: boolean; lag: number } | undefined> {
    const { rows } = await probes.query<{ standby: boolean; lag: number }>(
      `select pg_is_in_recovery() as standby,
        greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::double precision as lag`,
      [primaryLsn],
    )
    return rows[0]
  }

  async function probeNow(primaryLsn: string | null): Promise<'ok' | 'away' | 'foreign'> {
    try {
      const found = await position(primaryLsn).catch((error: unknown) => {
        // Replaying may cancel a probe too; the replica is there.
        if (isRecoveryConflict(error)) return position(primaryLsn)
        throw error
      })
      if (!found?.standby) throw new Error(NO_LONGER_A_REPLICA)
      isAnswering = true
      if (primaryLsn !== null) lagBytes = found.lag
      if (!isPaused()) fault.over()
      return 'ok'
    } catch (error) {
      lost(innermostMessage(error))
      return error instanceof ForeignReplica ? 'foreign' : 'away'
    }
  }

  let probing: ReturnType<typeof probeNow> | null = null
  function probe(primaryLsn: string | null): ReturnType<typeof probeNow> {
    probing ??= probeNow(primaryLsn).finally(() => {
      probing = null
    })
    return probing
  }

  return {
    host,
    status: () => ({
      state: !isAnswering ? 'away' : isPaused() ? 'paused' : 'ok',
      lagBytes,
      reads: { ...reads },
    }),
    isUsable: () => isAnswering && !isPaused(),
    async read(tenantId, fits, read) {
      let client: pg.PoolClient
      try {
        client = await pool.connect()
      } catch {
        // Away, or all connections are busy: the probe tells which.
        reads.failed++
        void probe(null)
        return null
      }
      let isWhole = false
      // By our own clock too: one connection may fall silent.
      const late = rejectable()
      const timer = setTimeout(() => {
        const error = new Error(`no answer in ${READ_TIMEOUT_MS} ms`)
        pauseFor(error)
        late.reject(error)
      }, READ_TIMEOUT_MS)
      try {
        const answer = await Promise.race([readOn(client, tenantId, fits, read), gone.promise, late.promise])
        isWhole = true
        reads[answer ? 'answered' : 'behind']++
        if (answer) pause.nextMs = FIRST_PAUSE_MS
        return answer
      } catch (error) {
        reads.failed++
        // Not for a statement that is wrong: the primary will refuse it too.
        if (isRecoveryConflict(error) || wasEnded(error) || isAway(error)) pauseFor(error)
        return null
      } finally {
        clearTimeout(timer)
        client.release(!isWhole)
      }
    },
    probe,
    close: async () => {
      await Promise.all([pool.end(), probes.end()])
    },
  }
}

/** For a race: a promise that can only be rejected. */
function rejectable(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<never>((_resolve, rejectIt) => {
    reject = rejectIt
  })
  promise.catch(() => {})
  return { promise, reject }
}
