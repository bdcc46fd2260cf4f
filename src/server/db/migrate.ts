import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { limitStatements } from './bounded-pool.ts'
import type { Database, Orm, Queryable } from './connect.ts'
import { grantProduct } from './rights.ts'

/** Any constant will do; every process of the product must use the same. */
const MIGRATION_LOCK = 7_210_046

/** The same two levels up from src/server/db and from dist/server/db. */
const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** One migration as the database knows it. */
export interface AppliedMigration {
  hash: string
  /** Epoch milliseconds, from the migrations' journal; grows from one to the next. */
  createdAt: number
}

/** Those of this version, oldest first. */
export const knownMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder: MIGRATIONS })

/** Oldest first. */
export async function appliedMigrations(db: Queryable): Promise<AppliedMigration[]> {
  const { rows } = await db.execute<{ hash: string; created_at: number }>(
    sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`,
  )
  return rows.map((row) => ({ hash: row.hash, createdAt: Number(row.created_at) }))
}

/** Runs those of `migrations` that are newer than the database, which may be empty. `tx`: all of them or none. */
export async function applyMigrations(tx: Queryable, migrations: readonly MigrationMeta[]): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(sql`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
  const newest = (await appliedMigrations(tx)).at(-1)?.createdAt ?? 0
  for (const { sql: statements, hash, folderMillis } of migrations) {
    if (folderMillis <= newest) continue
    for (const statement of statements) await tx.execute(sql.raw(statement))
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
    )
  }
}

/** Until `tx` ends, nobody else migrates. */
export async function takeMigrationTurn(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
}

/**
 * Brings the schema up to date. Concurrent starts wait for each other. Without time-outs: those of a request would cancel
 * an index build on a large table, at every start again.
 *
 * One transaction on one connection, so that lock and settings also hold through a transaction-mode pooler.
 */
export async function migrateDatabase({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await oneAtATime(pool, (tx) => applyMigrations(tx, knownMigrations()))
}

/** Gives `role`, as which the product runs, its rights, also on the tables of a new migration. `pool` is the owner's. */
export async function grantRights(pool: pg.Pool, role: string): Promise<void> {
  await oneAtATime(pool, (tx) => grantProduct(tx, role))
}

async function oneAtATime(pool: pg.Pool, work: (tx: Orm) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  limitStatements(client, Number.POSITIVE_INFINITY)
  try {
    await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0')
    const tx = drizzle(client)
    await takeMigrationTurn(tx)
    await work(tx)
    await client.query('commit')
  } finally {
    // Never back into the pool: its statements have no limit.
    client.release(true)
  }
}
