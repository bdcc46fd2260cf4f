import { and, eq, gt, ne, sql, TransactionRollbackError } from 'drizzle-orm'
import type { Role } from '#domain/account/role'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { users } from '../../../db/schema/accounts.ts'
import { emailConfirmations, mailCounts, recoveryTokens } from '../../../db/schema/sign-in.ts'
import type { Cap } from './policy.ts'

/** Counts one mail under every cap, or under none and false when one of them is reached. */
export async function countMail(db: Queryable, caps: readonly Cap[], now: number): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      for (const cap of caps) if (!(await countUnder(tx, cap, now))) tx.rollback()
    })
    return true
  } catch (error) {
    if (error instanceof TransactionRollbackError) return false
    throw error
  }
}

async function countUnder(tx: Queryable, { key, limit, periodMs }: Cap, now: number): Promise<boolean> {
  const { since, count } = mailCounts
  const isOver = sql`${since} <= ${new Date(now - periodMs).toISOString()}::timestamptz`
  const rows = await tx
    .insert(mailCounts)
    .values({ key, since: new Date(now), count: 1 })
    .onConflictDoUpdate({
      target: mailCounts.key,
      set: {
        since: sql`case when ${isOver} then excluded.since else ${since} end`,
        count: sql`case when ${isOver} then 1 else ${count} + 1 end`,
      },
      setWhere: sql`${isOver} or ${count} < ${limit}`,
    })
    .returning({ key: mailCounts.key })
  return rows.length > 0
}

export interface Proven {
  userId: number
  email: string
}

/** One pending address for each account: links to another one end. The caller has locked the account. */
export async function insertConfirmation(
  tx: Queryable,
  values: typeof emailConfirmations.$inferInsert,
): Promise<void> {
  await tx
    .delete(emailConfirmations)
    .where(and(eq(emailConfirmations.userId, values.userId), ne(emailConfirmations.email, values.email)))
  await tx.insert(emailConfirmations).values(values)
}

/** What a token proves; null: unknown, used or expired. */
export const findConfirmation = (db: Queryable, tokenHash: string, now: Date): Promise<Proven | null> =>
  first(
    db
      .select({ userId: emailConfirmations.userId, email: emailConfirmations.email })
      .from(emailConfirmations)
      .where(and(eq(emailConfirmations.tokenHash, tokenHash), gt(emailConfirmations.expiresAt, now))),
  )

/** Uses the token up: true for exactly one of several concurrent callers. The caller has locked the account. */
export async function takeConfirmation(tx: Queryable, tokenHash: string): Promise<boolean> {
  const { rowCount } = await tx.delete(emailConfirmations).where(eq(emailConfirmations.tokenHash, tokenHash))
  return rowCount === 1
}

/** The address that waits for its proof: a wanted one, else the account's own. Null: there is none. */
export async function unprovenEmail(db: Queryable, userId: number, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ wanted: emailConfirmations.email, own: users.email, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .leftJoin(
      emailConfirmations,
      and(eq(emailConfirmations.userId, users.id), gt(emailConfirmations.expiresAt, now)),
    )
    .where(eq(users.id, userId))
    .limit(1)
  return row?.wanted ?? (row?.confirmedAt === null ? row.own : null)
}

export interface AddressedAccount {
  id: number
  username: string
  role: Role
  email: string | null
  emailConfirmedAt: Date | null
}

/** Locks the account until the transaction ends; null: deleted or deactivated. */
export const lockAddressed = (tx: Queryable, id: number): Promise<AddressedAccount | null> => {
  const { username, role, email, emailConfirmedAt } = users
  return first(
    tx
      .select({ id: users.id, username, role, email, emailConfirmedAt })
      .from(users)
      .where(and(eq(users.id, id), eq(users.isActive, true)))
      .for('no key update'),
  )
}

/** Gives the account its proven address, and ends every link that went to another one. */
export async function setProvenEmail(tx: Queryable, { userId, email }: Proven, now: Date): Promise<void> {
  await tx.update(users).set({ email, emailConfirmedAt: now }).where(eq(users.id, userId))
  await tx.delete(emailConfirmations).where(eq(emailConfirmations.userId, userId))
  await tx.delete(recoveryTokens).where(eq(recoveryTokens.userId, userId))
}
