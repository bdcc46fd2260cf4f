import type { z } from 'zod'
import type { resetRequestRequest } from '#contract/http/recovery'
import { randomSecret, sha256 } from '../../adapters/ids.ts'
import type { AppDeps } from '../../deps.ts'
import { Problem } from '../../http/problem.ts'
import { passwordChangedMail } from '../../text/account-mails.ts'
import { say } from '../../text/messages.ts'
import { recoveryMail } from '../../text/recovery-mail.ts'
import { forgetFailedLogins } from '../accounts/login.ts'
import { refuseWeak } from '../accounts/new-password.ts'
import { findUserById } from '../accounts/queries.ts'
import { endSessions, tellEnded } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import { type Asked, mayMail, sendNotice } from '../email/service.ts'
import { deletePasskeysOf } from '../passkeys/queries.ts'
import { ACCOUNTS_OF_MAIL, TOKEN_MINUTES, TOKEN_MS } from './policy.ts'
import {
  deleteTokensOf,
  findRecoverable,
  findTokenHolder,
  insertToken,
  lockActiveAccount,
  takeToken,
  updatePassword,
} from './queries.ts'

export type ResetRequest = z.output<typeof resetRequestRequest>

const invalidToken = (): Problem => new Problem(400, 'invalid_token', say('reset_token_invalid'))

/**
 * Sends one mail with a link for every matching account. Runs after the answer, so that its timing reveals nothing. A
 * mailbox that has had its share gets none, and keeps the links that it has.
 */
export async function sendRecovery(
  deps: AppDeps,
  request: ResetRequest,
  { origin, address }: Asked,
): Promise<void> {
  const { orm } = deps.database
  const accounts = await findRecoverable(orm, request, ACCOUNTS_OF_MAIL)
  const to = accounts[0]?.email
  if (to === undefined) return
  const now = deps.clock.now()
  const links = await orm.transaction(async (tx) => {
    if (!(await mayMail(tx, 'recovery', { email: to, address, now }))) return []
    const made: { username: string; link: string }[] = []
    for (const { id, username } of accounts) {
      // Null: deactivated meanwhile.
      if ((await lockActiveAccount(tx, id)) === null) continue
      const token = randomSecret()
      const times = { createdAt: new Date(now), expiresAt: new Date(now + TOKEN_MS) }
      await insertToken(tx, { tokenHash: sha256(token), userId: id, ...times })
      made.push({ username, link: `${origin}/reset-password?token=${token}` })
    }
    return made
  })
  if (links.length === 0) return
  const { supportEmail } = deps.config
  await deps.mailer.send(recoveryMail({ to, links, supportEmail, minutes: TOKEN_MINUTES }))
}

/** Throws 400 `invalid_token` unless the token is valid now. Does not use it up. */
export async function checkToken(deps: AppDeps, token: string): Promise<number> {
  const holder = await findTokenHolder(deps.database.orm, sha256(token), new Date(deps.clock.now()))
  if (holder === null) throw invalidToken()
  return holder
}

/**
 * Sets the password, and ends every session, socket, passkey and other link of the account. Throws 400 `invalid_token`; of
 * several calls with one token exactly one succeeds. `address` is the caller's, for the audit log.
 */
export async function resetPassword(
  deps: AppDeps,
  { token, newPassword }: { token: string; newPassword: string },
  address: string,
): Promise<void> {
  // Checked before hashing: an invented token must not cost a hash.
  const holder = await checkToken(deps, token)
  const user = await findUserById(deps.database.orm, holder)
  if (user === null) throw invalidToken()
  refuseWeak(newPassword, user.username, 'newPassword')
  const passwordHash = await deps.passwords.hash(newPassword)
  const now = deps.clock.now()
  await deps.database.orm.transaction(async (tx) => {
    const account = await lockActiveAccount(tx, holder)
    if (account === null || !(await takeToken(tx, sha256(token), new Date(now)))) throw invalidToken()
    await updatePassword(tx, account.id, passwordHash)
    await deleteTokensOf(tx, account.id)
    await deletePasskeysOf(tx, account.id)
    await endSessions(tx, [account.id])
    const { id, username, role } = account
    await recordAudit(tx, { kind: role, id, name: username, address }, now, {
      action: 'password_reset',
      target: username,
      targetId: id,
    })
  })
  await forgetFailedLogins(deps.rateLimits, user.username, address)
  tellEnded(deps, [holder], say('password_reset'))
  sendNotice(deps, user, passwordChangedMail)
}
