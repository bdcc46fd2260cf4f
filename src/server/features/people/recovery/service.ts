import type { z } from 'zod'
import type { resetRequestRequest } from '#contract/http/people/recovery'
import { strictTime } from '../../../adapters/clock.ts'
import { randomSecret, sha256 } from '../../../adapters/ids.ts'
import type { Queryable } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { Problem } from '../../../http/answer/problem.ts'
import type { Trace } from '../../../identity/trace.ts'
import { passwordChangedMail } from '../../../text/account-mails.ts'
import { say } from '../../../text/messages.ts'
import { type RecoveryMail, recoveryMail } from '../../../text/recovery-mail.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { mailing, type Post } from '../../base/mails/service.ts'
import { forgetFailedLogins } from '../accounts/login.ts'
import { refuseWeak } from '../accounts/new-password.ts'
import { findUserById } from '../accounts/queries.ts'
import { endSessions, tellEnded } from '../accounts/service.ts'
import { lockAddressed, setProvenEmail } from '../email/queries.ts'
import { type Asked, mayMail, postNotice } from '../email/service.ts'
import { deletePasskeysOf } from '../passkeys/queries.ts'
import { ACCOUNTS_OF_MAIL, TOKEN_MINUTES, TOKEN_MS } from './policy.ts'
import {
  findRecoverable,
  findTokenHolder,
  insertRequest,
  insertToken,
  type Recoverable,
  requestsLeft,
  takeRequest,
  takeToken,
  updatePassword,
} from './queries.ts'

export type ResetRequest = z.output<typeof resetRequestRequest>

const invalidToken = (): Problem => new Problem(400, 'invalid_token', say('reset_token_invalid'))

/**
 * Stores a request; what it asks for is done `delayMs` after the answer, so that its timing reveals nothing. Reads no
 * account, and waits for nothing that does.
 */
export async function takeResetRequest(
  deps: AppDeps,
  { username, email }: ResetRequest,
  asked: Asked,
  delayMs: number,
): Promise<void> {
  const createdAt = new Date(deps.clock.steady())
  const wanted = { username: username ?? null, email: email ?? null }
  const id = await insertRequest(deps.database.orm, { ...wanted, ...asked, createdAt })
  deps.afterAnswer.add(() => sendRecovery(deps, id), delayMs)
}

/**
 * Stores one mail with a link for every account that a request matches. A mailbox that has had its share gets none, and
 * keeps the links that it has.
 */
const sendRecovery = (deps: AppDeps, id: number): Promise<void> =>
  mailing(deps, async (tx, post) => {
    const request = await takeRequest(tx, id)
    if (request === null) return
    const { username, email, origin, address } = request
    const wanted = { username: username ?? undefined, email: email ?? undefined }
    const accounts = await findRecoverable(tx, wanted, ACCOUNTS_OF_MAIL)
    await postRecovery(deps, { tx, post }, accounts, { origin, address })
  })

/** Longer than any request waits in the process that took it. */
const LEFT_MS = 15_000
const LEFT_AT_ONCE = 100

/** Does what a process had taken that died before it did it. */
export async function sendLeftRecoveries(deps: AppDeps, now: number): Promise<void> {
  const left = await requestsLeft(deps.database.orm, new Date(now - LEFT_MS), LEFT_AT_ONCE)
  for (const id of left) await sendRecovery(deps, id)
}

/**
 * Makes the links, and the mail with them. False: the mailbox has had its share, or nobody is left. A mail about unproven
 * addresses alone counts as what it is to its reader, a confirmation: accounts that strangers register with an address
 * bring it no more mails than before, and use up none that recovers its owner's account.
 */
async function postRecovery(
  deps: AppDeps,
  { tx, post }: { tx: Queryable; post: Post },
  accounts: readonly Recoverable[],
  { origin, address }: Asked,
): Promise<boolean> {
  const to = accounts[0]?.email
  if (to === undefined) return false
  const now = deps.clock.now()
  const purpose = accounts.some(({ proven }) => proven) ? 'recovery' : 'confirmation'
  if (!(await mayMail(tx, purpose, { email: to, address, now }))) return false
  const made = deps.clock.steady()
  const until = made + TOKEN_MS
  const links: RecoveryMail['links'][number][] = []
  let userId: number | null = null
  for (const { id, username, email, proven } of accounts) {
    // Deactivated meanwhile, or the address is another one: using the link proves the one that it was sent to.
    if ((await lockAddressed(tx, id))?.email !== email) continue
    userId ??= id
    const token = randomSecret()
    const times = { createdAt: new Date(made), expiresAt: new Date(until) }
    await insertToken(tx, { tokenHash: sha256(token), userId: id, ...times })
    links.push({ username, link: `${origin}/reset-password?token=${token}`, proven })
  }
  if (userId === null) return false
  const mail = recoveryMail({ to, links, supportEmail: deps.config.supportEmail, minutes: TOKEN_MINUTES })
  await post({ kind: 'recovery', mail, userId, until })
  return true
}

/**
 * The same for one account, for the administrator, who is told what happened. Returns where the mail goes, and how long its link is valid. Throws 409 when
 * there is nobody to send it to, and 429 when the mailbox has had its share.
 */
export async function sendResetTo(
  deps: AppDeps,
  id: number,
  trace: Trace,
  asked: Asked,
): Promise<{ email: string; minutes: number }> {
  const refused = (why: 'account_is_deactivated' | 'account_without_email') =>
    new Problem(409, 'reset_refused', say(why))
  const email = await mailing(deps, async (tx, post) => {
    const account = await lockAddressed(tx, id)
    if (account === null) throw refused('account_is_deactivated')
    const { username, email, emailConfirmedAt } = account
    if (email === null) throw refused('account_without_email')
    const accounts = [{ id, username, email, proven: emailConfirmedAt !== null }]
    if (!(await postRecovery(deps, { tx, post }, accounts, asked))) {
      throw new Problem(429, 'rate_limited', say('mailbox_share_spent'))
    }
    await recordAudit(tx, trace, deps.clock.now(), {
      action: 'password_reset_sent',
      target: username,
      targetId: id,
      after: { email },
    })
    return email
  })
  return { email, minutes: TOKEN_MINUTES }
}

/** Throws 400 `invalid_token` unless the token is valid now. Does not use it up. */
export async function checkToken(deps: AppDeps, token: string): Promise<number> {
  const holder = await findTokenHolder(deps.database.orm, sha256(token), new Date(strictTime(deps.clock)))
  if (holder === null) throw invalidToken()
  return holder
}

/**
 * Sets the password, and ends every session, socket, passkey and other link of the account. The link was sent to the
 * account's address, so who uses it has proven that. Throws 400 `invalid_token`; of several calls with one token exactly
 * one succeeds. `address` is the caller's on the network, for the audit log.
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
  const account = await mailing(deps, async (tx, post) => {
    const held = await lockAddressed(tx, holder)
    if (!held?.email || !(await takeToken(tx, sha256(token), new Date(strictTime(deps.clock)))))
      throw invalidToken()
    const { id, username, role, email, emailConfirmedAt } = held
    await updatePassword(tx, id, passwordHash)
    // Ends the other links too, also those that would make another address the account's.
    await setProvenEmail(tx, { userId: id, email }, emailConfirmedAt ?? new Date(now))
    await deletePasskeysOf(tx, id)
    await endSessions(tx, [id])
    const trace: Trace = { kind: role, id, name: username, address }
    const about = { target: username, targetId: id }
    await recordAudit(tx, trace, now, { action: 'password_reset', ...about })
    if (emailConfirmedAt === null) {
      const change = { before: { email: null }, after: { email } }
      await recordAudit(tx, trace, now, { action: 'email_confirmed', ...about, ...change })
    }
    const proven = { ...held, emailConfirmedAt: emailConfirmedAt ?? new Date(now) }
    await postNotice(deps, post, proven, passwordChangedMail)
    return proven
  })
  await forgetFailedLogins(deps.rateLimits, account.username, address)
  tellEnded(deps, [account.id], say('password_reset'))
}
