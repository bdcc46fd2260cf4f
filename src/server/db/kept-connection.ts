import type pg from 'pg'
import { isRefusal } from './errors.ts'

/** What a pool and one connection of it have in common. */
export interface Statements {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}

/**
 * A connection of `pool` that stays with its user between two statements. The pool would hand it out and take it back for
 * each, which is a fortieth of the time of a press (ADR 95), and would close it after ten seconds of rest. A statement
 * beside another one runs on the pool.
 */
export function keptConnection(pool: pg.Pool): Statements & { close(): void } {
  let kept: pg.PoolClient | null = null
  let isBusy = false
  let isClosed = false

  function drop(): void {
    const client = kept
    kept = null
    client?.release(true)
  }

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect()
    client.once('end', () => {
      if (kept === client) drop()
    })
    return client
  }

  return {
    async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      if (isBusy || isClosed) return pool.query<Row>(statement)
      isBusy = true
      try {
        kept ??= await connect()
        return await kept.query<Row>(statement)
      } catch (error) {
        if (!isRefusal(error)) drop()
        throw error
      } finally {
        isBusy = false
        if (isClosed) drop()
      }
    },
    close() {
      isClosed = true
      if (!isBusy) drop()
    },
  }
}
