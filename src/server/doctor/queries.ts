import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'
import { auditLog, jobRuns } from '../db/schema/console.ts'

export interface Server {
  /** `15.18`. */
  version: string
  /** Epoch milliseconds. */
  now: number
  mayCreateDatabases: boolean
  fsync: boolean
  synchronousCommit: string
}

/** The server of the database, and what the connection's role may do. */
export async function readServer(db: Queryable): Promise<Server> {
  const { rows } = await db.execute<Record<keyof Server, never>>(sql`
    select current_setting('server_version') as version,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
      (select rolcreatedb or rolsuper from pg_roles where rolname = current_user) as "mayCreateDatabases",
      current_setting('fsync')::boolean as fsync,
      current_setting('synchronous_commit') as "synchronousCommit"`)
  const [server] = rows
  if (!server) throw new Error('no answer')
  return server
}

/** Jobs whose last run failed, with the reason. */
export const failedJobs = (db: Queryable): Promise<{ name: string; reason: string | null; at: Date }[]> =>
  db
    .select({ name: jobRuns.name, reason: jobRuns.lastError, at: jobRuns.lastStartedAt })
    .from(jobRuns)
    .where(isNotNull(jobRuns.lastError))

/** The address that the newest login of the administrator came from, as the product saw it. */
export async function newestLoginAddress(db: Queryable): Promise<string | null> {
  const [line] = await db
    .select({ address: auditLog.address })
    .from(auditLog)
    .where(eq(auditLog.action, 'admin_login'))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return line?.address ?? null
}
