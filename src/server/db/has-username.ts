import { type SQL, sql } from 'drizzle-orm'
import { plainSpelling } from '#domain/account/spelling'
import { users } from './schema/accounts.ts'

/** As the unique index has it: PostgreSQL alone lowers letters, because JavaScript does it differently for some. */
export const usernameLower: SQL = sql`lower(${users.username})`

/**
 * Accounts of a typed name: the one with its plain spelling, and one from before names were stored in it. Both may exist;
 * `isAsTyped` then tells which was meant.
 */
export const hasUsername = (typed: string): SQL =>
  sql`${usernameLower} in (lower(${typed}::text), lower(${plainSpelling(typed)}::text))`

export const isAsTyped = (typed: string): SQL => sql`${usernameLower} = lower(${typed}::text)`
