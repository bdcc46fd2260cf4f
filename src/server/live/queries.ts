import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'
import { first } from '../db/first.ts'
import { prepared } from '../db/prepared.ts'
import { eventCounters, liveTokens, session } from '../db/schema.ts'
import type { SupervisorScope } from '../identity/supervisor-scope.ts'

type TokenRow = typeof liveTokens.$inferSelect

const given = sql.placeholder

const tokenInsert = prepared((db) =>
  db
    .insert(liveTokens)
    .values({
      tokenHash: given('tokenHash'),
      userId: given('userId'),
      sessionId: given('sessionId'),
      expiresAt: given('expiresAt'),
    })
    .prepare('live-token-insert'),
)

export async function insertToken(db: Queryable, row: TokenRow): Promise<void> {
  await tokenInsert(db).execute(row)
}

const tokenTake = prepared((db) =>
  db
    .delete(liveTokens)
    .where(eq(liveTokens.tokenHash, given('tokenHash')))
    .returning()
    .prepare('live-token-take'),
)

/** Deletes and returns the token in one statement, so it is used at most once. */
export const takeToken = (db: Queryable, tokenHash: string): Promise<TokenRow | null> =>
  first(tokenTake(db).execute({ tokenHash }))

const sessionOf = prepared((db) =>
  db
    .select({ sid: session.sid })
    .from(session)
    .where(eq(session.sid, given('sessionId')))
    .prepare('live-session'),
)

/** Whether the session still exists. */
export const sessionExists = async (db: Queryable, sessionId: string): Promise<boolean> =>
  (await sessionOf(db).execute({ sessionId })).length > 0

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

const seqsOf = prepared((db) =>
  db
    .select({ id: eventCounters.tenantId, seq: eventCounters.lastSeq })
    .from(eventCounters)
    .where(sql`${eventCounters.tenantId} = any(${given('ids')})`)
    .prepare('newest-seqs'),
)

/** The newest sequence number of each supervisor that has recorded an event. */
export async function newestSeqs(
  db: Queryable,
  scopes: readonly SupervisorScope[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await seqsOf(db).execute({ ids: scopes.map(({ supervisorId }) => supervisorId) })
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}

/** The supervisor's newest sequence number; 0 before the first event. */
export const newestSeq = async (db: Queryable, scope: SupervisorScope): Promise<number> =>
  (await newestSeqs(db, [scope])).get(scope.supervisorId) ?? 0
