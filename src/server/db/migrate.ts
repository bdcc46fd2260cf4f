import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { limitStatements } from './bounded-pool.ts'
import type { Database } from './connect.ts'
import { grantProduct } from './rights.ts'

/** Any constant will do; every process of the product must use the same. */
const MIGRATION_LOCK = 7_210_046

/** The same two levels up from src/server/db and from dist/server/db. */
const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

/**
 * Brings the schema up to date. Concurrent starts wait for each other, because the migrator itself takes no lock. Without
 * time-outs: those of a request would cancel an index build on a large table, at every start again.
 *
 * One transaction on one connection, so that lock and settings also hold through a transaction-mode pooler. The migrator's
 * own `begin` is then only a warning, and its `commit` commits everything and releases the lock; ours is then one.
 */
export async function migrateDatabase({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await oneAtATime(pool, (client) => migrate(drizzle(client), { migrationsFolder: MIGRATIONS }))
}

/** Gives `role`, as which the product runs, its rights, also on the tables of a new migration. `pool` is the owner's. */
export async function grantRights(pool: pg.Pool, role: string): Promise<void> {
  await oneAtATime(pool, (client) => grantProduct(client, role))
}

async function oneAtATime(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  limitStatements(client, Number.POSITIVE_INFINITY)
  try {
    await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await work(client)
    await client.query('commit')
  } finally {
    // Never back into the pool: its statements have no limit.
    client.release(true)
  }
}
