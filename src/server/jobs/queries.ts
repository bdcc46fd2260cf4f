import { eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Queryable } from '../db/connect.ts'
import { invitations } from '../db/schema/accounts.ts'
import { jobRuns } from '../db/schema/console.ts'
import {
  emailConfirmations,
  liveTokens,
  mailCounts,
  recoveryTokens,
  session,
  usedChallenges,
} from '../db/schema/sign-in.ts'

/** Namespace of the advisory locks: an arbitrary constant, the same in every process. */
const JOB_LOCKS = 7_210_047

export interface JobHold {
  /** The connection broke, and the lock with it. */
  isLost(): boolean
  release(): Promise<void>
}

/**
 * Takes the job's advisory lock; null when another process has it. The lock belongs to a transaction that stays open on a
 * separate connection. So the lock is released even when the process is killed, and it works through a transaction-mode
 * pooler.
 *
 * Between its statements the transaction holds no snapshot, so it does not delay vacuum. Without parameters on purpose: those
 * take the extended protocol, where the portal of the last statement stays open, and with it its snapshot.
 */
export async function holdJob(pool: pg.Pool, name: string): Promise<JobHold | null> {
  const client = await pool.connect()
  let broken = false
  // Without a listener, a connection error during the job would crash the process.
  const onError = (): void => {
    broken = true
  }
  client.on('error', onError)
  const giveBack = (): void => {
    client.off('error', onError)
    // Closing the connection releases the lock in any state.
    client.release(broken)
  }
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_xact_lock(${JOB_LOCKS}, hashtext(${client.escapeLiteral(name)})) as held`,
    )
    if (rows[0]?.held !== true) {
      await client.query('rollback')
      giveBack()
      return null
    }
  } catch (error) {
    broken = true
    giveBack()
    throw error
  }
  return {
    isLost: () => broken,
    async release() {
      try {
        await client.query('commit')
      } catch {
        broken = true
      }
      giveBack()
    },
  }
}

/**
 * Marks the job as started at `now`, if it is due: its last run began at `since` or earlier, or failed and began at
 * `retrySince` or earlier. The caller must hold the lock. A start in the future came from a wrong clock and is ignored.
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
  { finishedAt, error = null }: { finishedAt?: Date; error?: string | null },
): Promise<void> {
  const values = { ...(finishedAt && { lastFinishedAt: finishedAt }), lastError: error }
  await db.update(jobRuns).set(values).where(eq(jobRuns.name, name))
}

/** End of each job's last run that did its work, Unix seconds; without jobs that never did. */
export async function lastSuccesses(db: Queryable): Promise<Record<string, number>> {
  const rows = await db.select().from(jobRuns).where(isNotNull(jobRuns.lastFinishedAt))
  return Object.fromEntries(rows.map((row) => [row.name, (row.lastFinishedAt?.getTime() ?? 0) / 1000]))
}

/** Deletes the rows of `table` whose `column` is `until` or earlier. */
const deleting =
  (table: PgTable, column: PgColumn) =>
  async (db: Queryable, until: Date): Promise<void> => {
    await db.delete(table).where(lte(column, until))
  }

export const deleteExpiredSessions = deleting(session, session.expire)
export const deleteExpiredLiveTokens = deleting(liveTokens, liveTokens.expiresAt)
export const deleteExpiredChallenges = deleting(usedChallenges, usedChallenges.expiresAt)
export const deleteExpiredRecoveryTokens = deleting(recoveryTokens, recoveryTokens.expiresAt)
export const deleteExpiredConfirmations = deleting(emailConfirmations, emailConfirmations.expiresAt)
/** No count covers more than a day. */
export const deleteOldMailCounts = deleting(mailCounts, mailCounts.since)

/** Skips locked rows (a registration or a removal in progress); the next run deletes them. */
export async function deleteExpiredInvitations(db: Queryable, now: Date): Promise<void> {
  const expired = db
    .select({ tokenHash: invitations.tokenHash })
    .from(invitations)
    .where(lte(invitations.expiresAt, now))
    .for('update', { skipLocked: true })
  await db.delete(invitations).where(inArray(invitations.tokenHash, expired))
}
