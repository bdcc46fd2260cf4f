import type pg from 'pg'

/**
 * Age in seconds of the oldest snapshot that a connection holds; 0: none does. Vacuum removes nothing that died after it, so a
 * snapshot that rests makes every table slower by the minute. Of connections of other accounts, PostgreSQL tells only
 * members of `pg_read_all_stats`.
 */
export async function oldestSnapshotSeconds(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `select coalesce(max(extract(epoch from clock_timestamp() - coalesce(xact_start, query_start))), 0)::float8 as seconds
     from pg_stat_activity
     where backend_xmin is not null and pid <> pg_backend_pid() and datname = current_database()`,
  )
  return rows[0]?.seconds ?? 0
}
