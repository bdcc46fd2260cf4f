import { and, count, desc, eq, gt, inArray, isNotNull, lte, min, ne, or, sql } from 'drizzle-orm'
import type { MailCause, MailState } from '#domain/mail/mail'
import type { Queryable } from '../../../db/connect.ts'
import { first } from '../../../db/first.ts'
import { olderThan, type PageCursor } from '../../../db/keyset.ts'
import { users } from '../../../db/schema/accounts.ts'
import { mails } from '../../../db/schema/mails.ts'

export type MailRow = typeof mails.$inferSelect

export async function insertMail(tx: Queryable, values: typeof mails.$inferInsert): Promise<void> {
  await tx.insert(mails).values(values)
}

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`

/**
 * Takes the next mail to try, until `until`: of the line whose last try is longest ago, the oldest. What the server was the
 * cause of is tried as soon as anything is, so that mails of a line stay in order.
 */
export async function claimMail(
  db: Queryable,
  { now, until }: { now: Date; until: Date },
): Promise<MailRow | null> {
  const next = sql`(
    with due as (
      select id, line from mails
      where state = 'waiting' and expires_at > ${at(now)} and (next_try_at <= ${at(now)} or held)
    ), heads as (
      select distinct on (line) id, line from due order by line, id
    )
    select m.id from mails m join heads on heads.id = m.id
    -- Once more, of the row that is locked: another may have claimed it since this statement began.
    where m.state = 'waiting' and (m.next_try_at <= ${at(now)} or m.held)
      and exists (select from mails where state = 'waiting' and next_try_at <= ${at(now)} and expires_at > ${at(now)})
    order by (select max(t.tried_at) from mails t where t.line = heads.line) nulls first, m.id
    limit 1 for update of m skip locked
  )`
  const [row] = await db
    .update(mails)
    .set({ triedAt: now, nextTryAt: until, held: false, tries: sql`${mails.tries} + 1` })
    .where(sql`${mails.id} in ${next}`)
    .returning()
  return row ?? null
}

/** Only what still waits: a try that took too long may find that another process has sent it. */
const waitingOne = (id: number) => and(eq(mails.id, id), eq(mails.state, 'waiting'))

/** Forgets what was sent, and lets go all that waited for the server. */
export async function markSent(
  db: Queryable,
  id: number,
  { now, answer }: { now: Date; answer: string | null },
): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'sent', endedAt: now, sealed: null, cause: null, answer })
    .where(waitingOne(id))
  await db
    .update(mails)
    .set({ held: false, nextTryAt: now })
    .where(and(eq(mails.state, 'waiting'), eq(mails.held, true)))
}

export interface Refusal {
  cause: MailCause
  answer: string | null
}

/** It is tried again at `nextTryAt`. */
export async function putOff(
  db: Queryable,
  id: number,
  { nextTryAt, ...refusal }: Refusal & { nextTryAt: Date },
): Promise<void> {
  await db
    .update(mails)
    .set({ nextTryAt, ...refusal })
    .where(waitingOne(id))
}

/** No mail would be taken now: all wait for `nextTryAt`, or for the first that is taken. */
export async function holdAll(
  db: Queryable,
  { nextTryAt, cause, answer }: Refusal & { nextTryAt: Date },
): Promise<void> {
  await db
    .update(mails)
    .set({
      // What waits longer because of itself goes on to.
      nextTryAt: sql`greatest(${mails.nextTryAt}, ${at(nextTryAt)})`,
      held: sql`${mails.held} or ${mails.nextTryAt} <= ${at(nextTryAt)}`,
      cause: sql`case when ${mails.nextTryAt} <= ${at(nextTryAt)} then ${cause} else ${mails.cause} end`,
      answer: sql`case when ${mails.nextTryAt} <= ${at(nextTryAt)} then ${answer}::text else ${mails.answer} end`,
    })
    .where(eq(mails.state, 'waiting'))
}

export async function markFailed(
  db: Queryable,
  id: number,
  { now, forget, ...refusal }: Refusal & { now: Date; forget: boolean },
): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'failed', endedAt: now, ...refusal, ...(forget && { sealed: null }) })
    .where(waitingOne(id))
}

/** Ends what may not be sent any more, and forgets what it said; returns how many ended now. */
export async function endExpired(db: Queryable, now: Date): Promise<number> {
  const rows = await db
    .update(mails)
    .set({
      state: 'failed',
      sealed: null,
      held: false,
      endedAt: sql`coalesce(${mails.endedAt}, ${at(now)})`,
      cause: sql`coalesce(${mails.cause}, 'expired')`,
    })
    .where(and(ne(mails.state, 'sent'), isNotNull(mails.sealed), lte(mails.expiresAt, now)))
    .returning({ endedAt: mails.endedAt })
  return rows.filter(({ endedAt }) => endedAt?.getTime() === now.getTime()).length
}

/** What ended at `until` or earlier. */
export async function deleteOldMails(db: Queryable, until: Date): Promise<void> {
  await db.delete(mails).where(and(ne(mails.state, 'waiting'), lte(mails.endedAt, until)))
}

/** How many wait, and since when the oldest does; null: none. */
export async function waitingMails(db: Queryable): Promise<{ waiting: number; oldestAt: Date | null }> {
  const [row] = await db
    .select({ waiting: count(), oldestAt: min(mails.createdAt) })
    .from(mails)
    .where(eq(mails.state, 'waiting'))
  return { waiting: row?.waiting ?? 0, oldestAt: row?.oldestAt ?? null }
}

export type ListedMail = Omit<MailRow, 'sealed'> & { hasBody: boolean; username: string | null }

/** All but what they say. */
const listed = (db: Queryable) => {
  const { id, messageId, kind, line, userId, linkId, recipient, state, createdAt, expiresAt } = mails
  const { nextTryAt, held, tries, triedAt, endedAt, cause, answer } = mails
  return db
    .select({
      ...{ id, messageId, kind, line, userId, linkId, recipient, state, createdAt, expiresAt },
      ...{ nextTryAt, held, tries, triedAt, endedAt, cause, answer },
      hasBody: sql<boolean>`${mails.sealed} is not null`,
      username: users.username,
    })
    .from(mails)
    .leftJoin(users, eq(users.id, mails.userId))
}

/** Newest first; before `cursor`, if there is one. `text`: part of the recipient's address, or of the account's name. */
export const listMails = (
  db: Queryable,
  {
    state,
    text,
    cursor,
    limit,
  }: { state: MailState | null; text: string | null; cursor: PageCursor | null; limit: number },
): Promise<ListedMail[]> =>
  listed(db)
    .where(
      and(
        state === null ? undefined : eq(mails.state, state),
        text === null ? undefined : or(contains(mails.recipient, text), contains(users.username, text)),
        cursor ? olderThan(mails.createdAt, mails.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit)

const contains = (column: typeof mails.recipient | typeof users.username, part: string) =>
  sql`position(lower(${part}) in lower(${column})) > 0`

export const findMail = (db: Queryable, id: number): Promise<ListedMail | null> =>
  first(listed(db).where(eq(mails.id, id)))

/** Makes it due at once; false: it was sent, or may not be any more. */
export async function makeDue(tx: Queryable, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(mails)
    .set({ state: 'waiting', endedAt: null, nextTryAt: now, held: false })
    .where(and(eq(mails.id, id), ne(mails.state, 'sent'), isNotNull(mails.sealed), gt(mails.expiresAt, now)))
  return rowCount === 1
}

/** The newest mail that carries each of these links, by its number. */
export async function mailsOfLinks(db: Queryable, linkIds: readonly number[]): Promise<Map<number, MailRow>> {
  if (linkIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(mails)
    .where(inArray(mails.linkId, [...linkIds]))
    .orderBy(mails.id)
  return new Map(rows.flatMap((row) => (row.linkId === null ? [] : [[row.linkId, row]])))
}
