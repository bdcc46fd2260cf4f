import { sql } from 'drizzle-orm'
import { randomToken } from '../../adapters/ids.ts'
import type { Database } from '../connect.ts'
import { isForbidden } from '../errors.ts'
import type { Counts } from './dump.ts'
import { BackupAltered, type Restoring, restoreBackup } from './restore.ts'

const PREFIX = 'acarreo_check_'
/** Older ones were left by a process that was killed. */
const LEFT_OVER_MS = 24 * 3_600_000
const DROP_TRIES = 3

/** The file could not be restored as it was written. The message says why, without values of rows. */
export class BackupUnsound extends Error {}

/**
 * Restores the backup into a temporary database, which judges it (restore.ts), compares the number of rows, and drops the
 * database. Throws BackupUnsound or BackupAltered, or the reason of `stopping`. False: nothing was verified, because the
 * owner may not create databases.
 */
export async function verifyBackup(
  database: Pick<Database, 'asOwner'>,
  {
    counts,
    now,
    ...file
  }: Pick<Restoring, 'path' | 'keys' | 'recordKeys' | 'judge' | 'stopping'> & { counts: Counts; now: number },
): Promise<boolean> {
  const owner = database.asOwner()
  const name = `${PREFIX}${now}_${randomToken(6).toLowerCase()}`
  try {
    await dropLeftOvers(owner.orm, now)
    await owner.orm.execute(sql`create database ${sql.identifier(name)} template template0 encoding 'UTF8'`)
    const scratch = database.asOwner(name)
    // Breaks off the statement under way, whichever it is: the judgement of a large record takes minutes.
    let broken: Promise<unknown> = Promise.resolve()
    const breakOff = (): void => {
      broken = drop(owner.orm, name).catch(() => {})
    }
    file.stopping?.addEventListener('abort', breakOff, { once: true })
    try {
      const restored = await restoreBackup(scratch, { ...file, role: null }).catch((error: Error) => {
        file.stopping?.throwIfAborted()
        throw error instanceof BackupAltered ? error : new BackupUnsound(error.message)
      })
      for (const [table, rows] of Object.entries(counts)) {
        if ((restored.counts[table] ?? 0) !== rows) {
          throw new BackupUnsound(`${table}: ${restored.counts[table] ?? 0} of ${rows} rows were restored`)
        }
      }
      return true
    } finally {
      file.stopping?.removeEventListener('abort', breakOff)
      await scratch.close()
      // Two at once would get in each other's way, and neither would have dropped it yet.
      await broken
      await dropPatiently(owner.orm, name)
    }
  } catch (error) {
    if (isForbidden(error)) return false
    throw error
  } finally {
    await owner.close()
  }
}

const drop = (orm: Database['orm'], name: string): Promise<unknown> =>
  orm.execute(sql`drop database if exists ${sql.identifier(name)} with (force)`)

/** Retries, because another session may hold the catalogue's lock past `lock_timeout`. The next verification removes what stays. */
async function dropPatiently(orm: Database['orm'], name: string): Promise<void> {
  for (let tries = 0; tries < DROP_TRIES; tries++) {
    const isDropped = await drop(orm, name).then(
      () => true,
      () => false,
    )
    if (isDropped) return
  }
}

async function dropLeftOvers(orm: Database['orm'], now: number): Promise<void> {
  const { rows } = await orm.execute<{ name: string }>(
    sql`select datname as name from pg_database d
      where starts_with(datname, ${PREFIX}) and pg_has_role(datdba, 'member')
        and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
  )
  for (const { name } of rows) {
    if (now - Number(name.slice(PREFIX.length).split('_', 1)[0]) < LEFT_OVER_MS) continue
    await drop(orm, name)
  }
}
