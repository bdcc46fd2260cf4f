import { mailboxOf } from '#domain/account/mailbox'
import { sha256 } from '../../../../adapters/ids.ts'
import type { AppDeps } from '../../../../deps.ts'
import { notFound, Problem, RateLimited } from '../../../../http/answer/problem.ts'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../../identity/trace.ts'
import { evidenceMail } from '../../../../text/evidence-mail.ts'
import { say } from '../../../../text/messages.ts'
import { mailing } from '../../../base/mails/service.ts'
import { countMail } from '../../../people/email/queries.ts'
import { presentFurther } from '../../../public/links/present.ts'
import { settleIn } from '../../detention/settlement/service.ts'
import { findPack, isNewest, provenEmailOf, subjectOf } from '../queries.ts'
import type { PackLink } from './queries.ts'
import { createPackLink } from './service.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** How long the link of a sent pack is valid: longer than invoices are usually open. */
const DAYS = 90
/** Mails of one supervisor in an hour and in a day, and to one mailbox in a day. */
const MAILS = { hour: 60, day: 100, mailbox: 10 }

/**
 * Makes a link to the newest version of a pack, mails it where `email` says, and marks what the pack is of as sent: all in
 * one transaction, so it says 'sent' when the mail waits for the mail server, and nothing is said when it could not be
 * stored. Throws 404; 409 for an older version, an own address that is not proven, and too many links; 429.
 */
export async function sendPack(
  deps: AppDeps,
  scope: SupervisorScope,
  { hash, email, origin }: { hash: string; email: string | null; origin: string },
  trace: Trace,
): Promise<PackLink> {
  const { orm } = deps.database
  const { supervisorId } = scope
  const pack = await findPack(orm, scope, hash)
  if (!pack) throw notFound(say('evidence_not_found'))
  if (!(await isNewest(orm, pack))) throw new Problem(409, 'settlement_refused', say('evidence_outdated'))
  const from = email === null ? null : await provenEmailOf(orm, scope)
  if (email !== null) {
    if (from === null) throw new Problem(409, 'settlement_refused', say('email_unproven'))
    const caps = [
      { key: sha256(`evidence in an hour of ${supervisorId}`), limit: MAILS.hour, periodMs: HOUR_MS },
      { key: sha256(`evidence of ${supervisorId}`), limit: MAILS.day, periodMs: DAY_MS },
      { key: sha256(`evidence to ${mailboxOf(email)}`), limit: MAILS.mailbox, periodMs: DAY_MS },
    ]
    const now = deps.clock.now()
    if (!(await countMail(orm, caps, now))) throw new RateLimited(DAY_MS / 1000, say('evidence_mails'))
  }
  const receiver = email ?? 'WhatsApp'
  const subject = subjectOf(pack)
  const of = 'operationKey' in subject ? { operationKeys: [subject.operationKey] } : subject
  return mailing(deps, async (tx, post) => {
    const asked = { hash, name: receiver.slice(0, 80), days: DAYS }
    const made = await createPackLink(tx, deps, scope, asked, trace)
    await settleIn(tx, deps, scope, { of, state: 'sent', note: receiver, pack }, trace)
    if (email !== null && from !== null) {
      const { supportEmail } = deps.config
      const telling = { origin, secrets: deps.sessionSecrets, now: deps.clock.steady() }
      const link = presentFurther(made.link, 'expediente', telling).url ?? ''
      const mail = evidenceMail({ to: email, from, link, days: DAYS, supportEmail })
      const linkId = made.link.id
      await post({ kind: 'evidence', mail, userId: supervisorId, tenantId: supervisorId, linkId })
    }
    return made
  })
}
