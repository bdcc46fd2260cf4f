import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Queryable } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { type liveTokens, session } from '../db/schema/sign-in.ts'

type TokenRow = typeof liveTokens.$inferSelect

const given = sql.placeholder

/** Inserts them in one statement, and deletes the oldest of each account beyond `perAccount`. */
export async function insertTokens(
  pool: pg.Pool,
  rows: readonly TokenRow[],
  perAccount: number,
): Promise<undefined[]> {
  await pool.query({
    name: 'live-tokens-insert',
    text: `with given as (
        select *, row_number() over (partition by user_id order by n desc) as place
        from unnest($1::text[], $2::integer[], $3::text[], $4::timestamptz[]) with ordinality
          as g (token_hash, user_id, session_id, expires_at, n)
      ), before as (
        select token_hash, row_number() over (partition by user_id order by expires_at desc)
          + (select count(*) from given where given.user_id = live_tokens.user_id) as place
        from live_tokens where user_id = any($2)
      ), surplus as (
        delete from live_tokens where token_hash in (select token_hash from before where place > $5)
      )
      insert into live_tokens (token_hash, user_id, session_id, expires_at)
      select token_hash, user_id, session_id, expires_at from given where place <= $5`,
    values: [
      rows.map(({ tokenHash }) => tokenHash),
      rows.map(({ userId }) => userId),
      rows.map(({ sessionId }) => sessionId),
      rows.map(({ expiresAt }) => expiresAt),
      perAccount,
    ],
  })
  return rows.map(() => undefined)
}

/** Deletes and returns them in one statement, by hash: each is returned once, even when it is asked for twice. */
export async function takeTokens(pool: pg.Pool, hashes: readonly string[]): Promise<(TokenRow | null)[]> {
  const { rows } = await pool.query<TokenRow>({
    name: 'live-tokens-take',
    text: `delete from live_tokens where token_hash = any($1)
      returning token_hash as "tokenHash", user_id as "userId", session_id as "sessionId", expires_at as "expiresAt"`,
    values: [hashes],
  })
  const taken = new Map(rows.map((row) => [row.tokenHash, row]))
  return hashes.map((hash) => {
    const row = taken.get(hash) ?? null
    taken.delete(hash)
    return row
  })
}

const sessionsOf = prepared((db) =>
  db
    .select({ sid: session.sid })
    .from(session)
    .where(sql`${session.sid} = any(${given('sessionIds')})`)
    .prepare('existing-sessions'),
)

/** Those of these sessions that still exist. */
export async function existingSessions(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sessionsOf(db).execute({ sessionIds })
  return new Set(rows.map(({ sid }) => sid))
}
