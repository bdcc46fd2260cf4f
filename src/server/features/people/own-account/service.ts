import type { z } from 'zod'
import type {
  AccountResponse,
  changeEmailRequest,
  changePasswordRequest,
} from '#contract/http/people/account'
import type { AppDeps } from '../../../deps.ts'
import {
  invalid,
  isRecentProof,
  notFound,
  proofRequired,
  unauthorized,
} from '../../../http/answer/problem.ts'
import type { SignedIn } from '../../../identity/caller.ts'
import type { Trace } from '../../../identity/trace.ts'
import { emailChangeMail, passwordChangedMail } from '../../../text/account-mails.ts'
import { say } from '../../../text/messages.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { mailing } from '../../base/mails/service.ts'
import { provePassword } from '../accounts/login.ts'
import { refuseWeak } from '../accounts/new-password.ts'
import { passwordStamp } from '../accounts/password-stamp.ts'
import { findUserById, type UserRow } from '../accounts/queries.ts'
import { tellEnded } from '../accounts/service.ts'
import { noteProof } from '../accounts/sessions.ts'
import { unprovenEmail } from '../email/queries.ts'
import { type Asked, askConfirmation, postNotice } from '../email/service.ts'
import { deleteTokensOf } from '../recovery/queries.ts'
import { presentAccount, publicSessionId } from './present.ts'
import {
  deleteOtherSessions,
  deleteSessionOf,
  listSessions,
  replacePassword,
  restampSession,
} from './queries.ts'

/** The own account and its open sessions. */
export async function ownAccount(deps: AppDeps, { caller, sessionId }: SignedIn): Promise<AccountResponse> {
  const { orm } = deps.database
  const now = new Date(deps.clock.steady())
  const user = await findUserById(orm, caller.id)
  if (!user) throw unauthorized()
  const pendingEmail = await unprovenEmail(orm, caller.id, now)
  const sessions = await listSessions(orm, caller.id, now)
  return presentAccount(user, { pendingEmail, sessions, current: sessionId })
}

/**
 * Sets the own password. Every other session, socket and recovery link of the account ends; its proven address gets a
 * mail. Returns the account as it is now. Throws 400 when the current password is wrong or missing, or the new one is the
 * same, 403 `proof_required`, and 429.
 */
export async function changeOwnPassword(
  deps: AppDeps,
  { caller, sessionId, provenAt }: SignedIn,
  { currentPassword, newPassword }: z.output<typeof changePasswordRequest>,
  trace: Trace,
): Promise<UserRow> {
  const user =
    currentPassword === undefined
      ? await holderOfGiven(deps, caller.id, provenAt)
      : await provePassword(deps, caller.id, currentPassword)
  refuseWeak(newPassword, user.username, 'newPassword')
  const isSame =
    currentPassword === undefined
      ? await deps.passwords.verify(user.passwordHash, newPassword)
      : newPassword === currentPassword
  if (isSame) throw invalid([{ path: 'newPassword', ...say('password_unchanged') }])
  const passwordHash = await deps.passwords.hash(newPassword)
  const now = deps.clock.now()
  const ended = await mailing(deps, async (tx, post) => {
    // Somebody else has changed it since it was proven: the session has ended with that.
    const proven = user.passwordHash
    if (!(await replacePassword(tx, user.id, { proven, passwordHash }))) throw unauthorized()
    const others = await deleteOtherSessions(tx, user.id, sessionId)
    await restampSession(tx, sessionId, { passwordStamp: passwordStamp({ passwordHash }), provenAt: now })
    // An open recovery link could otherwise set the password again.
    await deleteTokensOf(tx, user.id)
    await recordAudit(tx, trace, now, {
      action: 'own_password_changed',
      target: user.username,
      targetId: user.id,
    })
    await postNotice(deps, post, user, passwordChangedMail)
    return others
  })
  tellEnded(deps, [user.id], say('password_changed'), ended)
  return { ...user, passwordHash }
}

/** The account, when its owner has just logged in with a given password: that need not be typed a second time. */
async function holderOfGiven(deps: AppDeps, id: number, provenAt: number): Promise<UserRow> {
  // Not the caller in memory: the password may have been changed a moment ago.
  const user = await findUserById(deps.database.orm, id)
  if (!user?.isActive) throw unauthorized()
  if (!user.passwordGiven) throw invalid([{ path: 'currentPassword', ...say('password_required') }])
  if (!isRecentProof(provenAt, deps.clock.steady())) throw proofRequired('proof_required')
  return user
}

/**
 * Asks for another address: it gets a link, and replaces the present one when that is opened. The present one, if proven,
 * gets a notice. Throws 400 when the password is wrong, and 429, also when the wanted mailbox has had its share of mails.
 */
export async function changeOwnEmail(
  deps: AppDeps,
  { caller }: SignedIn,
  { currentPassword, email }: z.output<typeof changeEmailRequest>,
  asked: Asked,
): Promise<void> {
  const user = await provePassword(deps, caller.id, currentPassword)
  await askConfirmation(deps, { userId: user.id, email }, asked)
  if (user.email !== email) {
    await mailing(deps, (_tx, post) => postNotice(deps, post, user, emailChangeMail))
  }
}

/** Notes that the caller has just given their password. Throws 400 when it is wrong, and 429. */
export async function proveAgain(deps: AppDeps, signedIn: SignedIn, currentPassword: string): Promise<void> {
  await provePassword(deps, signedIn.caller.id, currentPassword)
  await noteProof(deps, signedIn)
}

/** Ends every other session of the caller, and its sockets. */
export async function endOtherSessions(deps: AppDeps, { caller, sessionId }: SignedIn): Promise<void> {
  const ended = await deleteOtherSessions(deps.database.orm, caller.id, sessionId)
  tellEnded(deps, [caller.id], say('ended_by_owner'), ended)
}

/** Ends one session of the caller, named as the list names it. Throws 404. */
export async function endOwnSession(deps: AppDeps, { caller }: SignedIn, id: string): Promise<void> {
  const { orm } = deps.database
  const sessions = await listSessions(orm, caller.id, new Date(deps.clock.steady()))
  const wanted = sessions.find(({ sessionId }) => publicSessionId(sessionId) === id)
  if (!wanted || !(await deleteSessionOf(orm, caller.id, wanted.sessionId))) {
    throw notFound(say('session_not_found'))
  }
  tellEnded(deps, [caller.id], say('ended_by_owner'), [wanted.sessionId])
}
