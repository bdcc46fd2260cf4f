import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { createQueues, type Queues } from '../adapters/queues.ts'
import { boundedPool, limitStatements } from './bounded-pool.ts'
import { isRefusal, isUnanswered } from './errors.ts'
import {
  CONNECT_MS,
  LOCK_MS,
  LONG_STATEMENT,
  STATEMENT_MS,
  SUPERVISOR_QUEUE_MS,
  UNANSWERED_LONG_STATEMENT_MS,
} from './time-limits.ts'

export type Orm = NodePgDatabase
export type Tx = Parameters<Parameters<Orm['transaction']>[0]>[0]
/** What a query function takes first: the database, or the transaction that its caller opened. */
export type Queryable = Orm | Tx

/** Runs reads that need not come from the primary. */
export interface Reader {
  /**
   * Runs `read` where this tenant's record is complete: on a replica (replicas.ts), else on the primary. `read` must not
   * write, and may run a second time. `atLeast`: a `seq` of the tenant that is enough, when one is known.
   */
  read<T>(tenant: Tenant, read: (db: Queryable) => Promise<T>, atLeast?: number): Promise<T>
  /**
   * The same in one read-only snapshot. With `mayRepeat` a `read` that fails must throw, and the
   * primary answers instead.
   */
  snapshot<T>(tenant: Tenant, read: (tx: Tx, mayRepeat: boolean) => Promise<T>): Promise<T>
  /** In the order of their URLs. */
  replicas(): ReplicaStatus[]
}

export interface ReplicaStatus {
  /** `paused`: it cancelled a read, so it is left alone for a while. */
  state: 'ok' | 'paused' | 'away'
  /** How much of the primary's log it has not replayed yet; null: not known. */
  lagBytes: number | null
  /** Reads that it answered, that it was too far behind for, and that it failed. */
  reads: Readonly<Record<'answered' | 'behind' | 'failed', number>>
}

/** A SupervisorScope is one. */
export interface Tenant {
  readonly supervisorId: number
}

export const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** Connections to the primary. */
interface Primary {
  orm: Orm
  /** For raw named statements on the hot path. Never use it inside a transaction: it is another connection. */
  pool: pg.Pool
}

export interface Database extends Primary {
  /** For what a press and the live channel wait for, and nothing else: no read takes these connections. */
  vital: Primary
  reader: Reader
  /** By supervisor: for statements that wait for the row that all their drivers update. */
  queue: Queues<number>
  /** As the owner of the tables, who may create databases: this one, or another of the same server. Few connections. */
  asOwner(database?: string): Database
  close(): Promise<void>
}

/** The most that one process keeps open to the primary. */
export const CONNECTIONS = 20
/**
 * Of these, for what is vital: presses go together in few statements. Of the others, dear requests take eight at most
 * (src/server/http/limits/budget.ts), and four are left to what is neither.
 */
const VITAL_CONNECTIONS = 8

const INT8 = 20

/**
 * The lock timeout alone is not enough: with more drivers of one supervisor than connections, wave after wave would wait
 * that long, and every other request with them. Two, so that the next statement is there when the row is free.
 */
const SUPERVISOR_CONCURRENCY = 2

/** bigint columns hold counters far below 2^53; as numbers they need no conversion at every border. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}

export const primaryReader = (orm: Orm): Reader => ({
  read: (_tenant, read) => read(orm),
  snapshot: (_tenant, read) => orm.transaction((tx) => read(tx, false), SNAPSHOT),
  replicas: () => [],
})

export interface Connection extends pg.PoolConfig {
  /** False: behind a pooler that gives each transaction another connection, where a named statement is unknown. */
  namedStatements?: boolean
  /** The same database as the owner of its tables; absent: this account is. */
  owner?: Connection
}

/** What a read asks for at once in its transaction is sent at once: one wait for the database instead of one for each. */
export const TOGETHER = { pipeline: true } as const satisfies pg.PoolConfig

/** Connections with the settings that every statement of the product relies on; `connection` may override them. */
export function openPool(
  { namedStatements = true, owner: _, ...connection }: Connection,
  onError?: (error: Error) => void,
): pg.Pool {
  const pool = boundedPool(
    {
      max: CONNECTIONS,
      types,
      application_name: 'acarreo',
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: STATEMENT_MS,
      lock_timeout: LOCK_MS,
      keepAlive: true,
      // A statement takes one core (ADR 92): three dear ones of a tenant, with two parallel workers each, kept nine processes busy.
      options: '-c timezone=UTC -c max_parallel_workers_per_gather=0',
      ...connection,
    },
    (error) => onError?.(error),
  )
  keepWhenRefused(pool)
  // Without a listener a broken idle connection (a restart of the database) would crash the process.
  pool.on('error', (error) => {
    if (!isUnanswered(error)) onError?.(error)
  })
  // The same for one that breaks inside a transaction; its next statement fails and is handled.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (!namedStatements) pool.on('connect', forgetNames)
  return pool
}

/**
 * `Pool.query` closes the connection of every statement that fails. After a broken constraint it is as good as before, and a
 * new one costs PostgreSQL a process, a login and the plans of its statements.
 */
function keepWhenRefused(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: unknown) => unknown
  pool.connect = ((callback?: (error: Error, client: pg.PoolClient | undefined, done: unknown) => void) =>
    connect(
      callback &&
        ((error: Error, client: pg.PoolClient | undefined, done: unknown) => {
          if (!client) return callback(error, client, done)
          const { release } = client
          client.release = (reason) => release(isRefusal(reason) ? undefined : reason)
          callback(error, client, client.release)
        }),
    )) as typeof pool.connect
}

/** Every statement of this connection is then parsed each time. */
function forgetNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((statement: unknown, ...rest: unknown[]) => {
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement
    return query(isNamed ? { ...statement, name: undefined } : statement, ...rest)
  }) as typeof client.query
}

/** In a URL the database comes before any other setting. */
function inDatabase(connection: Connection, database: string): Connection {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { ...connection, connectionString: url.href }
}

/** The primary alone. With `max` all share these few connections. */
export function connect(
  connection: Connection,
  { max, onError }: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const primary = (most: number, settings: pg.PoolConfig = {}): Primary => {
    const pool = openPool({ ...connection, ...settings, max: most }, onError)
    return { orm: drizzle(pool), pool }
  }
  const { orm, pool } = primary(max ?? CONNECTIONS - VITAL_CONNECTIONS, TOGETHER)
  const vital = max === undefined ? primary(VITAL_CONNECTIONS) : { orm, pool }
  const queue = createQueues<number>({ each: SUPERVISOR_CONCURRENCY, timeoutMs: SUPERVISOR_QUEUE_MS })
  const { owner = connection } = connection
  const asOwner = (name?: string): Database =>
    connect(name === undefined ? owner : inDatabase(owner, name), { max: 2 })
  const close = async (): Promise<void> => {
    await Promise.all([...new Set([pool, vital.pool])].map((one) => one.end()))
  }
  return { orm, pool, vital, reader: primaryReader(orm), queue, asOwner, close }
}

/**
 * With raised time limits: for what reads or deletes a large record, which takes longer than any other statement and waits
 * for writers of the same supervisor.
 */
export async function inLongTransaction<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (tx: Tx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const client = await pool.connect()
  limitStatements(client, UNANSWERED_LONG_STATEMENT_MS)
  try {
    return await drizzle(client).transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = ${sql.raw(`'${LONG_STATEMENT}'`)}`)
      await tx.execute(sql`set local lock_timeout = 0`)
      return work(tx)
    }, config)
  } finally {
    client.release(true)
  }
}
