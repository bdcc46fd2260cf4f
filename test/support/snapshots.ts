import { expect, vi } from 'vitest'
import type { Database } from '#server/db/connect'

/**
 * Fails when a session of the product stays idle in a transaction and keeps a snapshot: until it ends, no dead row of the
 * database is removed. A transaction between two of its statements passes: it is gone at one of the next looks.
 */
export const noSnapshotRests = ({ pool }: Pick<Database, 'pool'>): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        // To another role the state is null, and autovacuum has no role.
        `select pid, state, query from pg_stat_activity
         where datname = current_database() and usename is not null and backend_xmin is not null
           and state is distinct from 'active' and pid <> pg_backend_pid()`,
      )
      expect(rows).toEqual([])
    },
    { timeout: 15_000, interval: 20 },
  )

/** Resolves while a process of the product judges alerts or runs a job: each rests in a transaction that holds a lock. */
export const untilLockHeld = ({ pool }: Pick<Database, 'pool'>): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.locktype = 'advisory' and l.granted`,
      )
      expect(rows.length).toBeGreaterThan(0)
    },
    { timeout: 15_000, interval: 20 },
  )
