import { and, desc, eq, inArray, like, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Orm, Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { hasUsername, isAsTyped, usernameLower } from '../../../db/has-username.ts'
import { featureFlags, users } from '../../../db/schema/accounts.ts'
import { knownDevices, secondFactors, session } from '../../../db/schema/sign-in.ts'

export type UserRow = typeof users.$inferSelect
export type NewUser = typeof users.$inferInsert

export const findUserById = (db: Queryable, id: number): Promise<UserRow | null> =>
  first(db.select().from(users).where(eq(users.id, id)))

/**
 * Whether the account exists. Locks the row, so it stays true until the transaction ends. 'key share' does not conflict
 * with itself; 'no key update' does, and starts of trips wait for neither.
 */
export async function holdUser(
  tx: Queryable,
  id: number,
  strength: 'key share' | 'no key update' = 'key share',
): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for(strength)
  return rows.length > 0
}

/** With a lock, until the transaction ends. */
export const lockUser = (tx: Queryable, id: number): Promise<UserRow | null> =>
  first(tx.select().from(users).where(eq(users.id, id)).for('update'))

export async function setPhone(tx: Queryable, id: number, phone: string | null): Promise<void> {
  await tx.update(users).set({ phone }).where(eq(users.id, id))
}

export async function findUserByUsername(db: Queryable, username: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(hasUsername(username))
    .orderBy(desc(isAsTyped(username)))
    .limit(1)
  return row ?? null
}

/** Throws a unique violation of `users_username_key` when the name is taken. */
export async function insertUser(db: Queryable, values: NewUser): Promise<UserRow> {
  const [row] = await db.insert(users).values(values).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Names that begin with `stem`, at most a thousand. */
export async function usernamesLike(db: Queryable, stem: string): Promise<string[]> {
  const pattern = `${stem.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db
    .select({ username: users.username })
    .from(users)
    .where(like(usernameLower, sql`lower(${pattern}::text)`))
    .limit(1000)
  return rows.map((row) => row.username)
}

export async function deleteSessionsOf(db: Queryable, userIds: readonly number[]): Promise<void> {
  await db.delete(session).where(inArray(sql`(${session.sess} ->> 'userId')`, userIds.map(String)))
}

/** Instants in a session, epoch milliseconds. */
type Noted = 'seenAt' | 'provenAt' | 'activeAt'

const noted = (name: Noted) => sql`(${session.sess} ->> ${sql.raw(`'${name}'`)})::float8`

const numberOf = (name: Noted) => sql<number>`coalesce(${noted(name)}, 0)`

/** Sessions of before it was noted: when they were last in use. */
const activeAt = sql<number>`coalesce(${noted('activeAt')}, ${noted('seenAt')}, 0)`

const userIdOf = sql<number>`(${session.sess} ->> 'userId')::integer`

/** As `passwordStamp` in password-stamp.ts. */
const stampOfPassword = sql`left(encode(sha256(convert_to(${users.passwordHash}, 'UTF8')), 'hex'), 22)`

/**
 * Reads those of some sessions whose account is active and still has the password with which the session began. Prepared:
 * the one statement of a request whose caller is not in memory.
 */
export function prepareOpenSessions(db: Orm) {
  const { id, username, displayName, role, supervisorId } = users
  const statement = db
    .select({
      sessionId: session.sid,
      seenAt: numberOf('seenAt'),
      activeAt,
      provenAt: numberOf('provenAt'),
      mustChangePassword: users.mustChangePassword,
      hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`,
      expire: session.expire,
      caller: { id, username, displayName, role, supervisorId },
      flags: featureFlags,
    })
    .from(session)
    .innerJoin(users, eq(users.id, userIdOf))
    .leftJoin(featureFlags, eq(featureFlags.userId, users.id))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(
      and(
        sql`${session.sid} = any(${sql.placeholder('sessionIds')})`,
        eq(users.isActive, true),
        sql`${stampOfPassword} = ${session.sess} ->> 'passwordStamp'`,
      ),
    )
    .prepare('open_sessions')
  return (sessionIds: readonly string[]) => statement.execute({ sessionIds })
}

/** Ends the supervisors' sessions that nobody has used since `before` (epoch milliseconds); returns them. */
export async function deleteIdleSessions(
  db: Queryable,
  before: number,
): Promise<{ sessionId: string; userId: number; username: string; address: string | null }[]> {
  const { rows } = await db.execute<{
    sessionId: string
    userId: number
    username: string
    address: string | null
  }>(sql`
    delete from ${session} using ${users}
    where ${users.id} = ${userIdOf} and ${users.role} = 'supervisor' and ${activeAt} < ${before}
    returning ${session.sid} as "sessionId", ${users.id} as "userId", ${users.username} as username,
      ${session.sess} ->> 'address' as address`)
  return rows
}

export async function insertSession(db: Queryable, row: typeof session.$inferInsert): Promise<void> {
  await db.insert(session).values(row)
}

/** The account that it belonged to; null: there is no such session. */
export async function deleteSession(db: Queryable, sessionId: string): Promise<number | null> {
  const [row] = await db.delete(session).where(eq(session.sid, sessionId)).returning({ userId: userIdOf })
  return row?.userId ?? null
}

/**
 * Writes an instant (epoch milliseconds) into the session. False: there is no such session. Never inserts it, because it
 * may have been ended meanwhile.
 */
export async function noteInSession(
  db: Queryable,
  sessionId: string,
  name: Noted,
  at: number,
): Promise<boolean> {
  const { rowCount } = await db
    .update(session)
    .set({ sess: sql`jsonb_set(${session.sess}::jsonb, ${`{${name}}`}::text[], ${String(at)}::jsonb)` })
    .where(eq(session.sid, sessionId))
  return rowCount === 1
}

/** Which device of this account has one of these tokens; null: none, or the password has changed since. */
export async function findDevice(
  db: Queryable,
  username: string,
  tokenHashes: readonly string[],
): Promise<number | null> {
  const [row] = await db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(
      and(
        hasUsername(username),
        inArray(knownDevices.tokenHash, [...tokenHashes]),
        eq(knownDevices.passwordStamp, stampOfPassword),
      ),
    )
    .limit(1)
  return row?.id ?? null
}

interface Device {
  userId: number
  passwordStamp: string
  now: Date
}

/** The token's hash of the device that was seen again; null: no device of this account has one of these. */
export async function seeDevice(
  db: Queryable,
  tokenHashes: readonly string[],
  { userId, passwordStamp, now }: Device,
): Promise<string | null> {
  const [row] = await db
    .update(knownDevices)
    .set({ lastSeen: now })
    .where(
      and(
        eq(knownDevices.userId, userId),
        inArray(knownDevices.tokenHash, [...tokenHashes]),
        eq(knownDevices.passwordStamp, passwordStamp),
      ),
    )
    .returning({ tokenHash: knownDevices.tokenHash })
  return row?.tokenHash ?? null
}

/** Keeps the `keep` that were seen last, this one included, of those that still count. */
export async function insertDevice(
  db: Queryable,
  tokenHash: string,
  { userId, passwordStamp, now }: Device,
  keep: number,
): Promise<void> {
  const newest = db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.passwordStamp, passwordStamp)))
    .orderBy(desc(knownDevices.lastSeen), desc(knownDevices.id))
    .limit(keep - 1)
  await db
    .delete(knownDevices)
    .where(
      and(
        eq(knownDevices.userId, userId),
        or(ne(knownDevices.passwordStamp, passwordStamp), notInArray(knownDevices.id, newest)),
      ),
    )
  await db.insert(knownDevices).values({ userId, tokenHash, passwordStamp, firstSeen: now, lastSeen: now })
}
