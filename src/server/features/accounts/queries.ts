import { eq, inArray, like, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { first } from '../../db/first.ts'
import { session, users } from '../../db/schema.ts'

export type UserRow = typeof users.$inferSelect
export type NewUser = typeof users.$inferInsert

export const findUserById = (db: Queryable, id: number): Promise<UserRow | null> =>
  first(db.select().from(users).where(eq(users.id, id)))

/** Whether the account exists. Locks the row, so it stays true until the transaction ends. */
export async function holdUser(tx: Queryable, id: number): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('key share')
  return rows.length > 0
}

export async function findUserByUsername(db: Queryable, username: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.username})`, username.toLowerCase()))
  return row ?? null
}

/** Throws a unique violation of `users_username_key` when the name is taken. */
export async function insertUser(db: Queryable, values: NewUser): Promise<UserRow> {
  const [row] = await db.insert(users).values(values).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Names that begin with `stem` (lower case), at most a thousand. */
export async function usernamesLike(db: Queryable, stem: string): Promise<string[]> {
  const pattern = `${stem.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db
    .select({ username: users.username })
    .from(users)
    .where(like(sql`lower(${users.username})`, pattern))
    .limit(1000)
  return rows.map((row) => row.username)
}

export async function deleteSessionsOf(db: Queryable, userIds: readonly number[]): Promise<void> {
  await db.delete(session).where(inArray(sql`(${session.sess} ->> 'userId')`, userIds.map(String)))
}
