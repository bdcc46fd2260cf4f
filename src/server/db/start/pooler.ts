import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { lostSettings, refusedSettings } from '../../text/database.ts'
import { type Connection, openPool } from '../connect.ts'
import { innermostMessage, isUnknownStatement } from '../errors.ts'

/** The product cannot work through this pooler; the message is one line for the person at the terminal. */
export class PoolerUnfit extends Error {}

/** With a pool of one connection, the second of two clients would wait for the first. */
const PATIENCE_MS = 3_000

/**
 * How to connect through what is between here and PostgreSQL. Directly: as given. Through a pooler such as PgBouncer, the
 * settings must arrive in another way, else PoolerUnfit; named statements are used if it keeps track of them.
 */
export async function fitToPooler(connection: Connection): Promise<Connection> {
  const pool = openPool({ ...connection, max: 2, query_timeout: PATIENCE_MS })
  try {
    const client = await pool.connect()
    try {
      const name = `acarreo_probe_${randomBytes(6).toString('hex')}`
      const backend = await backendOf(client, name)
      // A pooler makes up its clients' process ids.
      if (backend === (client as unknown as { processID: number }).processID) return connection
      await requireSettings(client)
      return (await keepsTrack(pool, client, { name, backend }))
        ? connection
        : { ...connection, namedStatements: false }
    } finally {
      client.release(true)
    }
  } catch (error) {
    const reason = innermostMessage(error)
    if (reason.includes('unsupported startup parameter')) throw new PoolerUnfit(refusedSettings(reason))
    throw error
  } finally {
    await pool.end()
  }
}

async function backendOf(client: pg.ClientBase, name: string): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>({ name, text: 'select pg_backend_pid() as pid' })
  return rows[0]?.pid
}

/** PgBouncer drops start parameters that it is told to ignore. */
async function requireSettings(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_settings
     where name in ('statement_timeout', 'lock_timeout') and setting = '0'
       or name = 'TimeZone' and upper(setting) not in ('UTC', 'ETC/UTC', 'GMT')
     order by name`,
  )
  if (rows.length > 0) throw new PoolerUnfit(lostSettings(rows.map(({ name }) => name)))
}

/** Whether a named statement is also there on another backend than the one on which it was prepared. */
async function keepsTrack(
  pool: pg.Pool,
  client: pg.ClientBase,
  prepared: { name: string; backend: number | undefined },
): Promise<boolean> {
  const other = await pool.connect()
  try {
    // It holds the backend that `client` has just given back.
    await other.query('begin')
    await other.query('select 1')
    return (await backendOf(client, prepared.name)) !== prepared.backend
  } catch (error) {
    if (isUnknownStatement(error) || innermostMessage(error) === 'Query read timeout') return false
    throw error
  } finally {
    other.release(true)
  }
}
