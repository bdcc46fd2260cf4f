import { eq, sql } from 'drizzle-orm'
import type { Orm } from './connect.ts'
import { jobRuns } from './schema/console.ts'

/** Beside the jobs, whose runs it resembles: it belongs to the installation and not to the data, so no backup has it. */
const NAME = 'clock'

/** The database's own, epoch milliseconds. */
export async function databaseTime(orm: Orm): Promise<number> {
  const { rows } = await orm.execute<{ at: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::double precision as at`,
  )
  return rows[0]?.at ?? Number.NaN
}

/** The newest time that any process knew to be right; null: none has said so yet. */
export async function lastRightTime(orm: Orm): Promise<number | null> {
  const rows = await orm.select({ at: jobRuns.lastFinishedAt }).from(jobRuns).where(eq(jobRuns.name, NAME))
  return rows[0]?.at?.getTime() ?? null
}

/** `isConfirmed`: also when a later time is stored, which was wrong then. */
export async function keepRightTime(orm: Orm, now: number, isConfirmed: boolean): Promise<void> {
  const at = new Date(now)
  const later = sql`greatest(${jobRuns.lastFinishedAt}, excluded.last_finished_at)`
  await orm
    .insert(jobRuns)
    .values({ name: NAME, lastStartedAt: at, lastFinishedAt: at })
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: { lastStartedAt: at, lastFinishedAt: isConfirmed ? at : later },
    })
}
