import type { z } from 'zod'
import type { LoginRequest, registerRequest } from '#contract/http/accounts'
import { spellingKey } from '#domain/account/spelling'
import { suggestionStem, suggestUsernames } from '#domain/account/username'
import type { Queryable } from '../../db/connect.ts'
import { brokenUnique } from '../../db/errors.ts'
import type { AppDeps } from '../../deps.ts'
import { networkOf } from '../../http/network.ts'
import { invalid, Problem, unauthorized } from '../../http/problem.ts'
import type { Limit, RateLimits } from '../../http/rate-limits.ts'
import { type Said, say } from '../../text/messages.ts'
import { grantTrial } from '../entitlements/service.ts'
import { readSettings } from '../settings/service.ts'
import {
  deleteSessionsOf,
  findUserById,
  findUserByUsername,
  holdUser,
  insertUser,
  type NewUser,
  type UserRow,
  usernamesLike,
} from './queries.ts'

const invalidCredentials = (): Problem => new Problem(401, 'invalid_credentials', say('invalid_credentials'))

/**
 * The account of these credentials. `device`: which of its known devices asks, null if none. Throws 401,
 * 403 (deactivated), 429, or 503 when too many passwords are hashed.
 */
export async function authenticate(
  deps: AppDeps,
  { username, password }: LoginRequest,
  { address, device }: { address: string; device: number | null },
): Promise<UserRow> {
  const limits = loginLimits(deps.rateLimits, { account: spellingKey(username), address, device })
  const user = await spending(limits, async () => {
    const found = await findUserByUsername(deps.database.orm, username)
    return (await deps.passwords.verify(found?.passwordHash ?? null, password)) ? found : null
  })
  if (!user) throw invalidCredentials()
  // After the password check: only its owner learns that the account is deactivated.
  if (!user.isActive) {
    throw new Problem(403, 'usuario_desactivado', 'usuario_desactivado', {
      more: say('account_deactivated'),
      supportEmail: deps.config.supportEmail,
    })
  }
  return user
}

/** A known device has a budget of its own, so that nobody else's tries lock it out. */
function loginLimits(
  limits: RateLimits,
  { account, address, device }: { account: string; address: string; device: number | null },
): [Limit, string][] {
  if (device !== null) return [[limits.failedLoginOfDevice, String(device)]]
  return [
    [limits.failedLoginOfAccountAtAddress, `${account} ${networkOf(address)}`],
    [limits.failedLoginOfAddress, address],
    [limits.failedLoginOfAccount, account],
  ]
}

/** Spends a try of each limit before `judge` and gives it back unless the answer is null: a wrong password. */
async function spending<T>(limits: [Limit, string][], judge: () => Promise<T | null>): Promise<T | null> {
  const spent: [Limit, string][] = []
  let failed = false
  try {
    for (const [limit, key] of limits) {
      await limit.spend(key)
      spent.push([limit, key])
    }
    const found = await judge()
    failed = found === null
    return found
  } finally {
    if (!failed) await Promise.all(spent.map(([limit, key]) => limit.giveBack(key)))
  }
}

/**
 * The account, when `password` is its own. Throws 400 when it is wrong, 401 when the
 * account is gone, and 429.
 */
export async function provePassword(deps: AppDeps, id: number, password: string): Promise<UserRow> {
  const found = await findUserById(deps.database.orm, id)
  if (!found?.isActive) throw unauthorized()
  const proven = await spending([[deps.rateLimits.wrongPasswordOfAccount, String(id)]], async () =>
    (await deps.passwords.verify(found.passwordHash, password)) ? found : null,
  )
  if (!proven) throw invalid([{ path: 'currentPassword', ...say('current_password_wrong') }])
  return proven
}

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
      if (user.role === 'supervisor') await grantTrial(inner, user.id, deps.clock.now())
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
