import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { users } from '../../../db/schema/accounts.ts'
import { session } from '../../../db/schema/sign-in.ts'

/** What a session's row holds; what an older version did not write is missing. */
interface StoredSession {
  userId: number
  startedAt?: number
  seenAt?: number
  renewedAt?: number
  address?: string
  browser?: string | null
  system?: string | null
}

export interface SessionRow {
  sessionId: string
  sess: StoredSession
}

// Compared as text, which the index has.
const ofUser = (userId: number) => eq(sql`(${session.sess} ->> 'userId')`, String(userId))

/** The open sessions of an account, the newest first. */
export async function listSessions(db: Queryable, userId: number, now: Date): Promise<SessionRow[]> {
  const rows = await db
    .select({ sessionId: session.sid, sess: session.sess })
    .from(session)
    .where(and(ofUser(userId), gt(session.expire, now)))
    .orderBy(desc(session.expire), session.sid)
  return rows.map(({ sessionId, sess }) => ({ sessionId, sess: sess as StoredSession }))
}

/** Ends every session of the account but one. Returns the ids of those that ended. */
export async function deleteOtherSessions(db: Queryable, userId: number, kept: string): Promise<string[]> {
  const rows = await db
    .delete(session)
    .where(and(ofUser(userId), ne(session.sid, kept)))
    .returning({ sessionId: session.sid })
  return rows.map(({ sessionId }) => sessionId)
}

export async function deleteSessionOf(db: Queryable, userId: number, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.delete(session).where(and(ofUser(userId), eq(session.sid, sessionId)))
  return rowCount === 1
}

/** Ties a session to the account's new password, and counts as a proof of it. */
export async function restampSession(
  tx: Queryable,
  sessionId: string,
  values: { passwordStamp: string; provenAt: number },
): Promise<void> {
  await tx
    .update(session)
    .set({ sess: sql`${session.sess}::jsonb || ${JSON.stringify(values)}::jsonb` })
    .where(eq(session.sid, sessionId))
}

/** False, and nothing changed: the password is no longer the one that was proven, or the account is gone. */
export async function replacePassword(
  tx: Queryable,
  userId: number,
  { proven, passwordHash }: { proven: string; passwordHash: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ passwordHash, passwordGiven: false, mustChangePassword: false })
    .where(and(eq(users.id, userId), eq(users.passwordHash, proven), eq(users.isActive, true)))
  return rowCount === 1
}
