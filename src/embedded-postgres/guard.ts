import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { superuser } from './data-folder.ts'
import { EmbeddedPostgresError, type Tell } from './error.ts'
import type { Postmaster } from './postmaster.ts'
import { socketPort } from './run-folder.ts'

/** Any number, the same in every version: the second line of 'one process per data folder'. */
const lockKey = 720_319_001

/** Recovery after a power cut may take minutes; a person should see that something happens. */
const noticeEveryMs = 10_000

/**
 * Connects as superuser as soon as the database accepts connections; 'down' when the postmaster ended before.
 * The connection stays open for the life of the server, in the database `postgres`: in the application's database it
 * would keep that from being used as a template.
 */
export async function connectGuard(
  postmaster: Postmaster,
  host: string,
  tell: Tell,
): Promise<pg.Client | 'down'> {
  let nextNotice = performance.now() + noticeEveryMs
  for (;;) {
    if (postmaster.isDown()) return 'down'
    const client = new pg.Client({
      host,
      port: socketPort,
      user: superuser,
      database: 'postgres',
      ssl: false,
      application_name: 'embedded-postgres',
      connectionTimeoutMillis: 10_000,
      query_timeout: 60_000,
    })
    // Without a listener the end of the database would crash the process.
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (!isPassing(error as NodeJS.ErrnoException)) {
        throw new EmbeddedPostgresError({ code: 'no_connection', reason: (error as Error).message })
      }
    }
    if (performance.now() > nextNotice) {
      tell({ code: 'waiting' })
      nextNotice = performance.now() + noticeEveryMs
    }
    await pause(15)
  }
}

/** No socket, not listening yet, starting up, shutting down, or cut off meanwhile. */
function isPassing(error: NodeJS.ErrnoException): boolean {
  const codes = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', '57P01']
  return codes.includes(error.code ?? '') || /terminated|timeout/i.test(error.message)
}

/** Whether the postmaster behind this connection works on this folder. */
export async function servesFolder(client: pg.Client, pid: number, dataFolder: string): Promise<boolean> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  const directory = rows[0]?.data_directory
  // Reached by the working directory (see pathFor): compare that.
  const seen = directory === '/proc/self/cwd' ? `/proc/${pid}/cwd` : directory
  const [is, wanted] = [seen && statSync(seen, { throwIfNoEntry: false }), statSync(dataFolder)]
  return Boolean(is) && is !== '' && is?.ino === wanted.ino && is?.dev === wanted.dev
}

/** Throws EmbeddedPostgresError when another living process holds the database. */
export async function takeAdvisoryLock(client: pg.Client, dataDir: string): Promise<void> {
  // The session of a process that was just killed ends a moment after it.
  for (const deadline = performance.now() + 3000; performance.now() < deadline; await pause(50)) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lockKey,
    ])
    if (rows[0]?.taken) return
  }
  throw new EmbeddedPostgresError({ code: 'in_use', folder: dataDir })
}

/**
 * The owner, who has the database of its name, and the other roles. None is a superuser: an SQL injection must not become a
 * shell through COPY ... PROGRAM. The owner alone may create databases, in which backups are verified: with one of its own
 * another role could fill the disk where no right of the product reaches. Runs at every start, in case a kill came between
 * two statements.
 */
export async function ensureDatabase(
  client: pg.Client,
  { name, roles }: { name: string; roles: readonly string[] },
): Promise<void> {
  for (const role of [name, ...roles]) {
    const right = role === name ? 'createdb' : 'nocreatedb'
    const known = await client.query('select rolcreatedb as may from pg_roles where rolname = $1', [role])
    const quoted = client.escapeIdentifier(role)
    if (known.rowCount === 0) await client.query(`create role ${quoted} login ${right}`)
    // Not at every start: a standby takes no change.
    else if (known.rows[0].may !== (role === name)) await client.query(`alter role ${quoted} ${right}`)
  }
  const database = await client.query('select 1 from pg_database where datname = $1', [name])
  if (database.rowCount === 0) {
    const quoted = client.escapeIdentifier(name)
    await client.query(`create database ${quoted} owner ${quoted}`)
  }
}
