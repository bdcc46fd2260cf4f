import { type Owed, owedBy, type SecondFactorMode } from '#domain/account/owed'
import type { Queryable } from '../../../db/connect.ts'
import { hasSecondFactor } from '../second-factor/judge.ts'
import type { UserRow } from './queries.ts'

/** What the account has to do before anything else is open to it. */
export type OwedByUser = (user: UserRow) => Promise<Owed | null>

export const owedByUser =
  (db: Queryable, mode: () => SecondFactorMode): OwedByUser =>
  async (user) =>
    owedBy({ ...user, hasSecondFactor: await hasSecondFactor(db, user.id) }, mode())
