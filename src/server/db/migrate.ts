import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Database } from './connect.ts'

/** Any constant will do; every process of the product must use the same. */
const MIGRATION_LOCK = 7_210_046

/** The same two levels up from src/server/db and from dist/server/db. */
const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

/**
 * Brings the schema up to date. Concurrent starts wait for each other, because the migrator itself takes no lock. Without
 * time-outs: those of a request would cancel an index build on a large table, at every start again.
 */
export async function migrateDatabase({ pool }: Database): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    try {
      await migrate(drizzle(client), { migrationsFolder: MIGRATIONS })
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    }
  } finally {
    // Closed, not released: the pool must not contain a connection without time-outs.
    client.release(true)
  }
}
