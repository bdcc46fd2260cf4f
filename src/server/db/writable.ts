import type pg from 'pg'
import { isAway } from './errors.ts'

// Writes 16 bytes to the log of the database and waits for the disk, as a press does. A standby and a read-only database
// cannot; a full disk and a synchronous replica that is away show themselves only here.
const WRITE = `select case when pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then false
  else pg_logical_emit_message(true, 'acarreo', 'ready') is not null end as writable`

/** Whether the database takes writes. Throws when it does not answer. */
export async function isWritable(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ writable: boolean }>(WRITE)
    return rows[0]?.writable === true
  } catch (error) {
    if (isAway(error)) throw error
    return false
  }
}
