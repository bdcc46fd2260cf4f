import type { z } from 'zod'
import type { registerRequest } from '#contract/http/people/accounts'
import { suggestionStem, suggestUsernames } from '#domain/account/username'
import type { Queryable } from '../../../db/connect.ts'
import { brokenUnique } from '../../../db/errors.ts'
import type { AppDeps } from '../../../deps.ts'
import { Problem, unauthorized } from '../../../http/answer/problem.ts'
import { type Said, say } from '../../../text/messages.ts'
import { grantTrial } from '../../base/entitlements/service.ts'
import { readSettings } from '../../base/settings/service.ts'
import { refuseWeak } from './new-password.ts'
import {
  deleteSessionsOf,
  holdUser,
  insertUser,
  type NewUser,
  type UserRow,
  usernamesLike,
} from './queries.ts'

const registrationClosed = (): Problem =>
  new Problem(403, 'registration_closed', say('registration_closed'), {
    more: say('registration_closed_ways'),
  })

/**
 * Registers an account; a supervisor starts with the trial. Throws 403 while only the administrator creates accounts,
 * and 409 with suggestions when the name is taken.
 */
export async function register(deps: AppDeps, request: z.output<typeof registerRequest>): Promise<UserRow> {
  if ((await readSettings(deps.database.orm)).registration === 'admin') throw registrationClosed()
  const { password, ...rest } = request
  refuseWeak(password, rest.username, 'password')
  const passwordHash = await deps.passwords.hash(password)
  return deps.database.orm.transaction((tx) =>
    createAccount(tx, deps, {
      username: rest.username,
      passwordHash,
      role: rest.role,
      displayName: rest.displayName,
      email: rest.email,
      phone: rest.phone ?? null,
      acceptedTerms: rest.acceptedTerms,
    }),
  )
}

/** Inserts the account and what belongs to its role. Throws 409 with suggestions when the name is taken. */
export async function createAccount(tx: Queryable, deps: AppDeps, values: NewUser): Promise<UserRow> {
  try {
    // In a savepoint: a taken name must not abort the caller's transaction.
    return await tx.transaction(async (inner) => {
      // Nobody has proven a new address yet, and the column's default is for rows from before.
      const user = await insertUser(inner, { ...values, emailConfirmedAt: null })
      if (user.role === 'supervisor') await grantTrial(inner, user.id, deps.clock.steady())
      return user
    })
  } catch (error) {
    if (brokenUnique(error) !== 'users_username_key') throw error
    throw await usernameTaken(deps, values.username)
  }
}

async function usernameTaken(deps: AppDeps, wanted: string): Promise<Problem> {
  const taken = await usernamesLike(deps.database.orm, suggestionStem(wanted))
  return new Problem(409, 'username_taken', say('username_taken'), {
    more: say('username_try_another'),
    suggestions: suggestUsernames(wanted, new Set(taken), {
      year: new Date(deps.clock.now()).getUTCFullYear(),
    }),
  })
}

/**
 * Locks the account (share) so that its deletion waits for this transaction. Comes first in every transaction that
 * writes rows of an account without locking it otherwise. Throws 401 when the account has been deleted meanwhile.
 */
export async function holdAccount(tx: Queryable, id: number): Promise<void> {
  if (!(await holdUser(tx, id))) throw unauthorized()
}

/**
 * Deletes the sessions of these accounts, in the transaction that deactivates or deletes them. After the commit,
 * `tellEnded` closes their live connections.
 */
export async function endSessions(tx: Queryable, userIds: readonly number[]): Promise<void> {
  if (userIds.length > 0) await deleteSessionsOf(tx, userIds)
}

/**
 * Closes the live connections of these accounts on every process, or of some of their sessions; the page shows `said`.
 */
export function tellEnded(
  deps: Pick<AppDeps, 'bus'>,
  userIds: readonly number[],
  said: Said,
  sessionIds?: string[],
): void {
  if (userIds.length === 0) return
  const only = sessionIds && { sessionIds }
  deps.bus.publish({ kind: 'session_ended', userIds: [...userIds], ...only, ...said })
}
