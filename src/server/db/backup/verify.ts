import { sql } from 'drizzle-orm'
import { randomToken } from '../../adapters/ids.ts'
import type { Database } from '../connect.ts'
import { isForbidden } from '../errors.ts'
import { migrateDatabase } from '../migrate.ts'
import type { Counts } from './dump.ts'
import { restoreBackup } from './restore.ts'

const PREFIX = 'acarreo_check_'
/** Older ones were left by a process that was killed. */
const LEFT_OVER_MS = 24 * 3_600_000

/** The file could not be restored as it was written. The message says why, without values of rows. */
export class BackupUnsound extends Error {}

/**
 * Restores the backup into a temporary database, compares the number of rows, and drops the database. Throws BackupUnsound. False: nothing was verified, because this account may not create databases.
 */
export async function verifyBackup(
  database: Pick<Database, 'orm' | 'elsewhere'>,
  { path, key, counts, now }: { path: string; key: string | null; counts: Counts; now: number },
): Promise<boolean> {
  const { orm } = database
  await dropLeftOvers(orm, now)
  const name = `${PREFIX}${now}_${randomToken(6).toLowerCase()}`
  try {
    await orm.execute(sql`create database ${sql.identifier(name)} template template0 encoding 'UTF8'`)
  } catch (error) {
    if (isForbidden(error)) return false
    throw error
  }
  const scratch = database.elsewhere(name)
  try {
    await migrateDatabase(scratch)
    const restored = await restoreBackup(scratch.orm, path, key).catch((error: Error) => {
      throw new BackupUnsound(error.message)
    })
    for (const [table, rows] of Object.entries(counts)) {
      if ((restored.counts[table] ?? 0) !== rows) {
        throw new BackupUnsound(`${table}: ${restored.counts[table] ?? 0} of ${rows} rows were restored`)
      }
    }
    return true
  } finally {
    await scratch.close()
    // Otherwise the next verification removes it.
    await orm.execute(sql`drop database if exists ${sql.identifier(name)} with (force)`).catch(() => {})
  }
}

async function dropLeftOvers(orm: Database['orm'], now: number): Promise<void> {
  const { rows } = await orm.execute<{ name: string }>(
    sql`select datname as name from pg_database where starts_with(datname, ${PREFIX}) and pg_has_role(datdba, 'member')`,
  )
  for (const { name } of rows) {
    if (now - Number(name.slice(PREFIX.length).split('_', 1)[0]) < LEFT_OVER_MS) continue
    await orm.execute(sql`drop database if exists ${sql.identifier(name)} with (force)`)
  }
}
