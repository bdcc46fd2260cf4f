import type { z } from 'zod'
import type { resetRequestRequest } from '#contract/http/recovery'
import { randomSecret, sha256 } from '../../adapters/ids.ts'
import type { AppDeps } from '../../deps.ts'
import { Problem } from '../../http/problem.ts'
import { say } from '../../text/messages.ts'
import { recoveryMail } from '../../text/recovery-mail.ts'
import { endSessions, tellEnded } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import { MAILS_OF_REQUEST, TOKEN_MINUTES, TOKEN_MS, TOKENS_OF_ACCOUNT } from './policy.ts'
import {
  deleteTokensOf,
  findRecoverable,
  findTokenHolder,
  insertToken,
  lockActiveAccount,
  type Recoverable,
  takeToken,
  updatePassword,
} from './queries.ts'

export type ResetRequest = z.output<typeof resetRequestRequest>

const invalidToken = (): Problem => new Problem(400, 'invalid_token', say('reset_token_invalid'))

/**
 * Sends a link to every matching account. Runs after the answer, so that its timing reveals nothing. `origin` is where
 * the link leads. A mail that fails does not stop the others; `onFailed` gets the error.
 */
export async function sendRecovery(
  deps: AppDeps,
  request: ResetRequest,
  origin: string,
  onFailed: (error: unknown) => void,
): Promise<void> {
  const accounts = await findRecoverable(deps.database.orm, request, MAILS_OF_REQUEST)
  for (const account of accounts) {
    try {
      await sendLink(deps, account, origin)
    } catch (error) {
      onFailed(error)
    }
  }
}

async function sendLink(deps: AppDeps, account: Recoverable, origin: string): Promise<void> {
  const token = randomSecret()
  const now = deps.clock.now()
  const issued = await deps.database.orm.transaction(async (tx) => {
    // Locked: two concurrent requests could both count two tokens and leave four. Null: deactivated meanwhile.
    if ((await lockActiveAccount(tx, account.id)) === null) return false
    const values = { userId: account.id, now: new Date(now), expiresAt: new Date(now + TOKEN_MS) }
    await insertToken(tx, { tokenHash: sha256(token), ...values }, TOKENS_OF_ACCOUNT)
    return true
  })
  if (!issued) return
  await deps.mailer.send(
    recoveryMail({
      to: account.email,
      username: account.username,
      link: `${origin}/reset-password?token=${token}`,
      supportEmail: deps.config.supportEmail,
      minutes: TOKEN_MINUTES,
    }),
  )
}

/** Throws 400 `invalid_token` unless the token is valid now. Does not use it up. */
export async function checkToken(deps: AppDeps, token: string): Promise<number> {
  const holder = await findTokenHolder(deps.database.orm, sha256(token), new Date(deps.clock.now()))
  if (holder === null) throw invalidToken()
  return holder
}

/**
 * Sets the password, and ends every session, socket and other link of the account. Throws 400 `invalid_token`; of
 * several calls with one token exactly one succeeds. `address` is the caller's, for the audit log.
 */
export async function resetPassword(
  deps: AppDeps,
  { token, newPassword }: { token: string; newPassword: string },
  address: string,
): Promise<void> {
  // Checked before hashing: an invented token must not cost a hash.
  const holder = await checkToken(deps, token)
  const passwordHash = await deps.passwords.hash(newPassword)
  const now = deps.clock.now()
  await deps.database.orm.transaction(async (tx) => {
    const account = await lockActiveAccount(tx, holder)
    if (account === null || !(await takeToken(tx, sha256(token), new Date(now)))) throw invalidToken()
    await updatePassword(tx, account.id, passwordHash)
    await deleteTokensOf(tx, account.id)
    await endSessions(tx, [account.id])
    const { id, username, role } = account
    await recordAudit(tx, { kind: role, id, name: username, address }, now, {
      action: 'password_reset',
      target: username,
      targetId: id,
    })
  })
  tellEnded(deps, [holder], say('password_reset'))
}
