import { eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Queryable } from '../db/connect.ts'
import { invitations, jobRuns, liveTokens, recoveryTokens, session } from '../db/schema.ts'

/** Any constant will do; every process of the product must use the same. */
const JOB_LOCKS = 7_210_047

export interface JobHold {
  release(): Promise<void>
}

/**
 * Holds a job for this process; null when another one does. The lock belongs to a connection that does nothing else,
 * so that it ends with the process, however that ends.
 */
export async function holdJob(pool: pg.Pool, name: string): Promise<JobHold | null> {
  const client = await pool.connect()
  let broken = false
  // Without a listener, a connection that breaks while the job runs would end the process.
  const onError = (): void => {
    broken = true
  }
  client.on('error', onError)
  const giveBack = (): void => {
    client.off('error', onError)
    // Ending the connection ends the lock, whatever state it is in.
    client.release(broken)
  }
  try {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as held',
      [JOB_LOCKS, name],
    )
    if (rows[0]?.held !== true) {
      giveBack()
      return null
    }
  } catch (error) {
    broken = true
    giveBack()
    throw error
  }
  return {
    async release() {
      try {
        await client.query('select pg_advisory_unlock($1, hashtext($2))', [JOB_LOCKS, name])
      } catch {
        broken = true
      }
      giveBack()
    },
  }
}

/**
 * Marks the job as begun at `now`, if it is due: its last run began at `since` or earlier, or did not end well and
 * began at `retrySince` or earlier. Only for whoever holds the job. A start in the future is from a clock that was
 * wrong, and must not keep the job from running until then.
 */
export async function beginRun(
  db: Queryable,
  name: string,
  { now, since, retrySince }: { now: Date; since: Date; retrySince: Date },
): Promise<boolean> {
  const rows = await db
    .insert(jobRuns)
    .values({ name, lastStartedAt: now })
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: { lastStartedAt: now, lastError: null },
      setWhere: sql`${jobRuns.lastStartedAt} <= ${since.toISOString()}::timestamptz
        or ${jobRuns.lastStartedAt} > ${now.toISOString()}::timestamptz
        or (coalesce(${jobRuns.lastFinishedAt} < ${jobRuns.lastStartedAt}, true)
          and ${jobRuns.lastStartedAt} <= ${retrySince.toISOString()}::timestamptz)`,
    })
    .returning({ name: jobRuns.name })
  return rows.length > 0
}

export async function endRun(
  db: Queryable,
  name: string,
  outcome: { finishedAt: Date } | { error: string },
): Promise<void> {
  const values =
    'error' in outcome
      ? { lastError: outcome.error }
      : { lastFinishedAt: outcome.finishedAt, lastError: null }
  await db.update(jobRuns).set(values).where(eq(jobRuns.name, name))
}

/** When each job last ended well, Unix seconds; jobs that never did are not there. */
export async function lastSuccesses(db: Queryable): Promise<Record<string, number>> {
  const rows = await db.select().from(jobRuns).where(isNotNull(jobRuns.lastFinishedAt))
  return Object.fromEntries(rows.map((row) => [row.name, (row.lastFinishedAt?.getTime() ?? 0) / 1000]))
}

export async function deleteExpiredSessions(db: Queryable, now: Date): Promise<void> {
  await db.delete(session).where(lte(session.expire, now))
}

export async function deleteExpiredLiveTokens(db: Queryable, now: Date): Promise<void> {
  await db.delete(liveTokens).where(lte(liveTokens.expiresAt, now))
}

export async function deleteExpiredRecoveryTokens(db: Queryable, now: Date): Promise<void> {
  await db.delete(recoveryTokens).where(lte(recoveryTokens.expiresAt, now))
}

/** Those that somebody holds (a driver who registers, a supervisor who is being deleted) go the next time. */
export async function deleteExpiredInvitations(db: Queryable, now: Date): Promise<void> {
  const expired = db
    .select({ tokenHash: invitations.tokenHash })
    .from(invitations)
    .where(lte(invitations.expiresAt, now))
    .for('update', { skipLocked: true })
  await db.delete(invitations).where(inArray(invitations.tokenHash, expired))
}
