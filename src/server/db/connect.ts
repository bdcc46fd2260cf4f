import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema.ts'
import { createSupervisorQueue, type SupervisorQueue } from './supervisor-queue.ts'

export type Orm = NodePgDatabase<typeof schema>
export type Tx = Parameters<Parameters<Orm['transaction']>[0]>[0]
/** What a query function takes first: the database, or the transaction that its caller opened. */
export type Queryable = Orm | Tx

export interface Database {
  orm: Orm
  /** For raw named statements on the hot path. Never use it inside a transaction: it is another connection. */
  pool: pg.Pool
  /** For statements that wait for the row that all drivers of a supervisor update. */
  queue: SupervisorQueue
  close(): Promise<void>
}

const INT8 = 20

/** A transaction that must wait for a lock longer than this sets its own `lock_timeout`. */
const LOCK_TIMEOUT_MS = 3_000

/**
 * The lock timeout alone is not enough: with more drivers of one supervisor than connections, wave after wave would wait
 * that long, and every other request with them. Two, so that the next statement is there when the row is free.
 */
const SUPERVISOR_CONCURRENCY = 2
const QUEUE_TIMEOUT_MS = 3_000

/** bigint columns hold counters far below 2^53; as numbers they need no conversion at every border. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}

export function connect(
  connection: pg.PoolConfig,
  { max = 20, onError }: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    ...connection,
    max,
    types,
    application_name: 'acarreo',
    // Without it a request would wait forever when the database is down.
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    lock_timeout: LOCK_TIMEOUT_MS,
    options: '-c timezone=UTC',
  })
  // Without a listener a broken idle connection (a restart of the database) would crash the process.
  pool.on('error', (error) => onError?.(error))
  // The same for one that breaks inside a transaction; its next statement fails and is handled.
  pool.on('connect', (client) => client.on('error', () => {}))
  const orm = drizzle(pool, { schema })
  const queue = createSupervisorQueue({ concurrency: SUPERVISOR_CONCURRENCY, timeoutMs: QUEUE_TIMEOUT_MS })
  return { orm, pool, queue, close: () => pool.end() }
}
