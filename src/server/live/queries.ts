import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'
import { first } from '../db/first.ts'
import { eventCounters, liveTokens, session } from '../db/schema.ts'
import type { SupervisorScope } from '../identity/supervisor-scope.ts'

type TokenRow = typeof liveTokens.$inferSelect

export async function insertToken(db: Queryable, row: TokenRow): Promise<void> {
  await db.insert(liveTokens).values(row)
}

/** Deletes and returns the token in one statement, so it is used at most once. */
export const takeToken = (db: Queryable, tokenHash: string): Promise<TokenRow | null> =>
  first(db.delete(liveTokens).where(eq(liveTokens.tokenHash, tokenHash)).returning())

/** Whether the session still exists. */
export async function sessionExists(db: Queryable, sessionId: string): Promise<boolean> {
  const rows = await db.select({ sid: session.sid }).from(session).where(eq(session.sid, sessionId))
  return rows.length > 0
}

/** Those of these sessions that still exist. */
export async function existingSessions(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ sid: session.sid })
    .from(session)
    .where(sql`${session.sid} = any(${sql.param(sessionIds)})`)
  return new Set(rows.map(({ sid }) => sid))
}

/** The newest sequence number of each supervisor that has recorded an event. */
export async function newestSeqs(
  db: Queryable,
  scopes: readonly SupervisorScope[],
): Promise<ReadonlyMap<number, number>> {
  const ids = scopes.map(({ supervisorId }) => supervisorId)
  const rows = await db
    .select({ id: eventCounters.tenantId, seq: eventCounters.lastSeq })
    .from(eventCounters)
    .where(sql`${eventCounters.tenantId} = any(${sql.param(ids)})`)
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}

/** The supervisor's newest sequence number; 0 before the first event. */
export const newestSeq = async (db: Queryable, scope: SupervisorScope): Promise<number> =>
  (await newestSeqs(db, [scope])).get(scope.supervisorId) ?? 0
