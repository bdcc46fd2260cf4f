import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { users } from '../../../db/schema/accounts.ts'
import { passkeys, session, usedChallenges } from '../../../db/schema/sign-in.ts'
import type { UserRow } from '../accounts/queries.ts'

export type PasskeyRow = typeof passkeys.$inferSelect
export type NewPasskey = typeof passkeys.$inferInsert

/** The newest first. */
export const listPasskeys = (db: Queryable, userId: number): Promise<PasskeyRow[]> =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id))

/** A passkey and its account. */
export const findPasskey = (
  db: Queryable,
  credentialId: string,
): Promise<{ passkey: PasskeyRow; user: UserRow } | null> =>
  first(
    db
      .select({ passkey: passkeys, user: users })
      .from(passkeys)
      .innerJoin(users, eq(users.id, passkeys.userId))
      .where(eq(passkeys.credentialId, credentialId)),
  )

/**
 * Locks the account, if it is active and this session of it is still open. Who takes an account back sets its password
 * under the same lock, and ends its sessions and passkeys.
 */
export async function lockSignedIn(
  tx: Queryable,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<UserRow | null> {
  const user = await first(
    tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), eq(users.isActive, true)))
      .for('no key update'),
  )
  const open = await first(tx.select({ sid: session.sid }).from(session).where(eq(session.sid, sessionId)))
  return open && user
}

/** Null: the credential is known already. */
export const insertPasskey = (tx: Queryable, values: NewPasskey): Promise<PasskeyRow | null> =>
  first(tx.insert(passkeys).values(values).onConflictDoNothing({ target: passkeys.credentialId }).returning())

const own = (userId: number, id: number) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

export const lockPasskey = (tx: Queryable, userId: number, id: number): Promise<PasskeyRow | null> =>
  first(tx.select().from(passkeys).where(own(userId, id)).for('update'))

export const renamePasskey = (tx: Queryable, userId: number, id: number, name: string) =>
  first(tx.update(passkeys).set({ name }).where(own(userId, id)).returning())

export const deletePasskey = (tx: Queryable, userId: number, id: number): Promise<PasskeyRow | null> =>
  first(tx.delete(passkeys).where(own(userId, id)).returning())

/** In the transaction in which somebody else sets the account's password: that is how an account is taken back. */
export async function deletePasskeysOf(tx: Queryable, userId: number): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
}

/** Uses a challenge up: true for exactly one of several callers. */
export async function takeChallenge(tx: Queryable, challengeHash: string, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await tx
    .insert(usedChallenges)
    .values({ challengeHash, expiresAt })
    .onConflictDoNothing()
  return rowCount === 1
}

/**
 * Notes that the passkey has signed. False, and nothing changed: its counter has not moved on, so a copy of it has signed
 * as well. Those that do not count always say 0.
 */
export async function advancePasskey(
  tx: Queryable,
  id: number,
  { counter, backedUp, now }: { counter: number; backedUp: boolean; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(passkeys)
    .set({ counter, backedUp, lastUsedAt: now })
    .where(
      and(
        eq(passkeys.id, id),
        or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`)),
      ),
    )
  return rowCount === 1
}
