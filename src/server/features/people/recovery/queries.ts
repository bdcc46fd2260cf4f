import { and, asc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { hasUsername } from '../../../db/has-username.ts'
import { users } from '../../../db/schema/accounts.ts'
import { recoveryRequests, recoveryTokens } from '../../../db/schema/sign-in.ts'

export interface Recoverable {
  id: number
  username: string
  email: string
  proven: boolean
}

/**
 * Active accounts with an e-mail address that match everything given, at most `limit`, proven addresses first: accounts
 * that strangers registered with it must not displace the owner's. All have one address.
 */
export async function findRecoverable(
  db: Queryable,
  { username, email }: { username?: string | undefined; email?: string | undefined },
  limit: number,
): Promise<Recoverable[]> {
  const rows = await db
    .select({ id: users.id, username: users.username, email: users.email, provenAt: users.emailConfirmedAt })
    .from(users)
    .where(
      and(
        username === undefined ? undefined : hasUsername(username),
        email === undefined ? undefined : eq(sql`lower(${users.email})`, email.toLowerCase()),
        eq(users.isActive, true),
        isNotNull(users.email),
      ),
    )
    .orderBy(asc(isNull(users.emailConfirmedAt)), asc(users.id))
    .limit(limit)
  return rows.flatMap(({ id, username: name, email: address, provenAt }) =>
    address === null || address === ''
      ? []
      : [{ id, username: name, email: address, proven: provenAt !== null }],
  )
}

export type RequestRow = typeof recoveryRequests.$inferSelect

/** Returns its number. */
export async function insertRequest(
  db: Queryable,
  values: typeof recoveryRequests.$inferInsert,
): Promise<number> {
  const [row] = await db.insert(recoveryRequests).values(values).returning({ id: recoveryRequests.id })
  if (!row) throw new Error('an insert returned no row')
  return row.id
}

/** Removes it; null: another process has. */
export async function takeRequest(tx: Queryable, id: number): Promise<RequestRow | null> {
  const [row] = await tx.delete(recoveryRequests).where(eq(recoveryRequests.id, id)).returning()
  return row ?? null
}

/** Of those that came at `until` or earlier, the oldest `limit`. */
export async function requestsLeft(db: Queryable, until: Date, limit: number): Promise<number[]> {
  const { id, createdAt } = recoveryRequests
  const rows = await db
    .select({ id })
    .from(recoveryRequests)
    .where(lte(createdAt, until))
    .orderBy(asc(id))
    .limit(limit)
  return rows.map((row) => row.id)
}

/** The caller has locked the account, as in every change of its tokens: no deadlock. */
export async function insertToken(
  tx: Queryable,
  values: { tokenHash: string; userId: number; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.insert(recoveryTokens).values(values)
}

/** The account of a valid token; null: unknown, used, expired, or of a deactivated account. */
export async function findTokenHolder(db: Queryable, tokenHash: string, now: Date): Promise<number | null> {
  const [row] = await db
    .select({ userId: recoveryTokens.userId })
    .from(recoveryTokens)
    .innerJoin(users, eq(users.id, recoveryTokens.userId))
    .where(
      and(
        eq(recoveryTokens.tokenHash, tokenHash),
        gt(recoveryTokens.expiresAt, now),
        eq(users.isActive, true),
      ),
    )
  return row?.userId ?? null
}

/** Uses the token up: true for exactly one of several concurrent callers. */
export async function takeToken(tx: Queryable, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await tx
    .delete(recoveryTokens)
    .where(and(eq(recoveryTokens.tokenHash, tokenHash), gt(recoveryTokens.expiresAt, now)))
    .returning({ userId: recoveryTokens.userId })
  return rows.length === 1
}

export async function deleteTokensOf(tx: Queryable, userId: number): Promise<void> {
  await tx.delete(recoveryTokens).where(eq(recoveryTokens.userId, userId))
}

/** To one that its owner has chosen. */
export async function updatePassword(tx: Queryable, userId: number, passwordHash: string): Promise<void> {
  const own = { passwordHash, passwordGiven: false, mustChangePassword: false }
  await tx.update(users).set(own).where(eq(users.id, userId))
}
