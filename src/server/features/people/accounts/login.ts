import type { LoginRequest } from '#contract/http/people/accounts'
import { spellingKey } from '#domain/account/spelling'
import type { AppDeps } from '../../../deps.ts'
import {
  invalid,
  Problem,
  RateLimited,
  secondFactorProblem,
  unauthorized,
} from '../../../http/answer/problem.ts'
import type { Limit, RateLimits } from '../../../http/limits/rate-limits.ts'
import { spending } from '../../../http/limits/spending.ts'
import { networkOf } from '../../../http/network/network.ts'
import { visitorTrace } from '../../../identity/trail.ts'
import { say } from '../../../text/messages.ts'
import { showSecondFactor } from '../second-factor/judge.ts'
import { findUserById, findUserByUsername, type UserRow } from './queries.ts'

const invalidCredentials = (): Problem => new Problem(401, 'invalid_credentials', say('invalid_credentials'))

/**
 * The account of these credentials. `device`: which of its known devices asks, null if none. `recoveryCodesLeft`: a
 * recovery code was used. Throws 401, 403 (deactivated), 429, or 503 when too many passwords are hashed.
 */
export async function authenticate(
  deps: AppDeps,
  { username, password, code }: LoginRequest,
  { address, device }: { address: string; device: number | null },
): Promise<{ user: UserRow; recoveryCodesLeft?: number }> {
  const account = spellingKey(username)
  const find = () => findUserByUsername(deps.database.orm, username)
  const record = (action: 'login_failed' | 'login_locked', user: UserRow | null, why = {}) => {
    const about = user ? { target: user.username, targetId: user.id } : {}
    const after = user ? why : { ...why, unknownUser: true }
    return deps.trail.record(visitorTrace(address), { action, ...about, after }, account)
  }

  const judge = async () => {
    const user = await find()
    const right = await deps.passwords.verify(user?.passwordHash ?? null, password)
    if (!user || !right) return { user, right: false, shown: null }
    if (!user.isActive) return { user, right, shown: null }
    const shown = await showSecondFactor(
      deps,
      { account: user, trace: { kind: user.role, id: user.id, name: user.username, address } },
      { code, triesOf: device === null ? `owner ${user.id}` : `device ${device}` },
    )
    return { user, right: shown.state !== 'wrong', shown }
  }
  const limits = loginLimits(deps.rateLimits, { account, address, device })
  const { user, right, shown } = await spending(limits, judge).catch(async (error: unknown) => {
    if (error instanceof RateLimited && error.begins) await record('login_locked', await find())
    throw error
  })
  if (!user || (!right && !shown)) {
    await record('login_failed', user)
    throw invalidCredentials()
  }
  // After the password check: only its owner learns that the account is deactivated.
  if (!shown) {
    await record('login_failed', user, { deactivated: true })
    throw deactivated(deps)
  }
  if (shown.state !== 'passed') {
    const isMissing = shown.state === 'missing'
    await record('login_failed', user, isMissing ? { codeMissing: true } : { codeWrong: true })
    throw secondFactorProblem(isMissing ? 'second_factor_required' : 'second_factor_wrong')
  }
  const { state: _, ...rest } = shown
  return { user, ...rest }
}

/** For who has proven that the account is theirs, and nobody else. */
export const deactivated = ({ config: { supportEmail } }: Pick<AppDeps, 'config'>): Problem =>
  new Problem(403, 'usuario_desactivado', 'usuario_desactivado', {
    more: say('account_deactivated'),
    supportEmail,
  })

/** Tries from a known device are counted separately, so that other people's tries do not lock it out. */
function loginLimits(
  limits: RateLimits,
  { account, address, device }: { account: string; address: string; device: number | null },
): [Limit, string][] {
  if (device !== null) return [[limits.failedLoginOfDevice, String(device)]]
  return [
    [limits.failedLoginOfAccountAtAddress, atAddress(account, address)],
    [limits.failedLoginOfAddress, address],
    [limits.failedLoginOfAccount, account],
  ]
}

/** After a new password by mail: what strangers have tried no longer keeps its owner out, at the address that used the link. */
export async function forgetFailedLogins(
  { failedLoginOfAccountAtAddress, failedLoginOfAccount }: RateLimits,
  username: string,
  address: string,
): Promise<void> {
  const account = spellingKey(username)
  await Promise.all([
    failedLoginOfAccountAtAddress.forget(atAddress(account, address)),
    failedLoginOfAccount.forget(account),
  ])
}

const atAddress = (account: string, address: string): string => `${account} ${networkOf(address)}`

/**
 * The account, when `password` is its own. Throws 400 when it is wrong, 401 when the
 * account is gone, and 429.
 */
export async function provePassword(deps: AppDeps, id: number, password: string): Promise<UserRow> {
  const user = await findUserById(deps.database.orm, id)
  if (!user?.isActive) throw unauthorized()
  const { right } = await spending([[deps.rateLimits.wrongPasswordOfAccount, String(id)]], async () => ({
    right: await deps.passwords.verify(user.passwordHash, password),
  }))
  if (!right) throw invalid([{ path: 'currentPassword', ...say('current_password_wrong') }])
  return user
}
