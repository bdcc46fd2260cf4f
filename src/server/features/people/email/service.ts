import type { Device } from '#domain/account/device'
import { strictTime } from '../../../adapters/clock.ts'
import { randomSecret, sha256 } from '../../../adapters/ids.ts'
import type { Mail } from '../../../adapters/mailer.ts'
import type { Queryable } from '../../../db/connect.ts'
import type { AppDeps } from '../../../deps.ts'
import { Problem } from '../../../http/answer/problem.ts'
import { confirmationMail, type Notice, newDeviceMail } from '../../../text/account-mails.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { mailing, type Post } from '../../base/mails/service.ts'
import { CONFIRMATION_HOURS, CONFIRMATION_MS, capsOf, type MailPurpose } from './policy.ts'
import {
  type AddressedAccount,
  countMail,
  findConfirmation,
  insertConfirmation,
  lockAddressed,
  setProvenEmail,
  takeConfirmation,
  unprovenEmail,
} from './queries.ts'

/** Who asks for a mail: `address` on the network, and `origin`, where its link leads. */
export interface Asked {
  address: string
  origin: string
}

/**
 * Counts a mail to this mailbox. False: it has had its share of the hour or the day, and must not be sent. The answer to
 * the request must not depend on this.
 */
export const mayMail = (
  db: Queryable,
  purpose: MailPurpose,
  { email, address, now }: { email: string; address: string; now: number },
): Promise<boolean> => countMail(db, capsOf(purpose, email, address), now)

/**
 * Mails a link that proves `email` to be the account's; the account now waits for that. False, and nothing changed: the
 * mailbox has had its share of mails, or the account is deactivated.
 */
export async function sendConfirmation(
  deps: AppDeps,
  { userId, email }: { userId: number; email: string },
  { address, origin }: Asked,
): Promise<boolean> {
  const token = randomSecret()
  const now = deps.clock.now()
  return mailing(deps, async (tx, post) => {
    const account = await lockAddressed(tx, userId)
    if (account === null || !(await mayMail(tx, 'confirmation', { email, address, now }))) return false
    const made = deps.clock.steady()
    const until = made + CONFIRMATION_MS
    const times = { createdAt: new Date(made), expiresAt: new Date(until) }
    await insertConfirmation(tx, { tokenHash: sha256(token), userId, email, ...times })
    const mail = confirmationMail({
      to: email,
      username: account.username,
      link: `${origin}/confirm-email?token=${token}`,
      supportEmail: deps.config.supportEmail,
      hours: CONFIRMATION_HOURS,
    })
    await post({ kind: 'confirmation', mail, userId, until })
    return true
  })
}

/** Tells the owner of an account what happens to it in this transaction. Only a proven address is theirs. */
export async function postNotice(
  { config: { supportEmail } }: Pick<AppDeps, 'config'>,
  post: Post,
  { id, email, emailConfirmedAt, username }: Omit<AddressedAccount, 'role'>,
  mailAbout: (about: Notice) => Mail,
): Promise<void> {
  if (email === null || emailConfirmedAt === null) return
  await post({ kind: 'notice', mail: mailAbout({ to: email, username, supportEmail }), userId: id })
}

/** The same after the answer, for a login from a device that the account has not known; counted, so that a stolen password does not flood the mailbox. */
export function sendLoginNotice(
  deps: AppDeps,
  account: Omit<AddressedAccount, 'role'>,
  { device, address }: { device: Device; address: string },
): void {
  const { email, emailConfirmedAt } = account
  if (email === null || emailConfirmedAt === null) return
  const now = deps.clock.now()
  deps.afterAnswer.add(() =>
    mailing(deps, async (tx, post) => {
      if (!(await mayMail(tx, 'login', { email, address, now }))) return
      await postNotice(deps, post, account, newDeviceMail(device, address))
    }),
  )
}

/** Mails the owner of an account, who asks for it, that link. Throws 429 when the mailbox has had its share. */
export async function askConfirmation(
  deps: AppDeps,
  wanted: { userId: number; email: string },
  asked: Asked,
): Promise<void> {
  if (!(await sendConfirmation(deps, wanted, asked))) {
    throw new Problem(429, 'rate_limited', say('mailbox_share_spent'))
  }
}

/** The same for the address that waits for its proof, if one does. */
export async function resendConfirmation(deps: AppDeps, userId: number, asked: Asked): Promise<void> {
  const email = await unprovenEmail(deps.database.orm, userId, new Date(deps.clock.steady()))
  if (email !== null) await askConfirmation(deps, { userId, email }, asked)
}

/**
 * Makes the address of the link the account's proven one. Recovery links that went to the old address end. Throws 400
 * `invalid_token`; of several calls with one token exactly one succeeds. `address` is the caller's, for the audit log.
 */
export async function confirmEmail(deps: AppDeps, token: string, address: string): Promise<void> {
  const invalid = (): Problem => new Problem(400, 'invalid_token', say('email_token_invalid'))
  const now = deps.clock.now()
  await deps.database.orm.transaction(async (tx) => {
    const proven = await findConfirmation(tx, sha256(token), new Date(strictTime(deps.clock)))
    // The account first, as in every change of its links: no deadlock.
    const account = proven && (await lockAddressed(tx, proven.userId))
    if (!account || !(await takeConfirmation(tx, sha256(token)))) throw invalid()
    await setProvenEmail(tx, proven, new Date(now))
    const { id, username, role } = account
    await recordAudit(tx, { kind: role, id, name: username, address }, now, {
      action: 'email_confirmed',
      target: username,
      targetId: id,
      before: { email: account.emailConfirmedAt === null ? null : account.email },
      after: { email: proven.email },
    })
  })
}
