import { mailboxOf } from '#domain/account/mailbox'
import { sha256 } from '../../../../adapters/ids.ts'
import { MailFailure } from '../../../../adapters/mailer.ts'
import type { AppDeps } from '../../../../deps.ts'
import { notFound, Problem, RateLimited } from '../../../../http/problem.ts'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'
import type { Trace } from '../../../../identity/trace.ts'
import { evidenceMail } from '../../../../text/evidence-mail.ts'
import { say } from '../../../../text/messages.ts'
import { countMail } from '../../../people/email/queries.ts'
import { presentFurther } from '../../../public/links/present.ts'
import { settle } from '../../detention/settlement/service.ts'
import { findPack, isNewest, provenEmailOf, subjectOf } from '../queries.ts'
import type { PackLink } from './queries.ts'
import { createPackLink } from './service.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long the link of a sent pack is valid: longer than invoices are usually open. */
const DAYS = 90
/** Mails in a day: of one supervisor, and to one mailbox. */
const MAILS = { supervisor: 100, mailbox: 10 }

/**
 * Makes a link to the newest version of a pack, mails it where `email` says, and marks what the pack is of as sent: only
 * once the mail server has taken the mail. Throws 404; 409 for an older version, an own address that is not proven, and too
 * many links; 429; 503 when the mail was not taken.
 */
export async function sendPack(
  deps: AppDeps,
  scope: SupervisorScope,
  { hash, email, origin }: { hash: string; email: string | null; origin: string },
  trace: Trace,
): Promise<PackLink> {
  const { orm } = deps.database
  const pack = await findPack(orm, scope, hash)
  if (!pack) throw notFound(say('evidence_not_found'))
  if (!(await isNewest(orm, pack))) throw new Problem(409, 'settlement_refused', say('evidence_outdated'))
  const from = email === null ? null : await provenEmailOf(orm, scope)
  if (email !== null) {
    if (from === null) throw new Problem(409, 'settlement_refused', say('email_unproven'))
    const caps = [
      { key: sha256(`evidence of ${scope.supervisorId}`), limit: MAILS.supervisor, periodMs: DAY_MS },
      { key: sha256(`evidence to ${mailboxOf(email)}`), limit: MAILS.mailbox, periodMs: DAY_MS },
    ]
    const now = deps.clock.now()
    if (!(await countMail(orm, caps, now))) throw new RateLimited(DAY_MS / 1000, say('evidence_mails'))
  }
  const receiver = email ?? 'WhatsApp'
  const made = await createPackLink(deps, scope, { hash, name: receiver.slice(0, 80), days: DAYS }, trace)
  if (email !== null && from !== null) {
    const { supportEmail } = deps.config
    const telling = { origin, secrets: deps.sessionSecrets, now: deps.clock.now() }
    const link = presentFurther(made.link, 'expediente', telling).url ?? ''
    try {
      await deps.mailer.send(evidenceMail({ to: email, from, link, days: DAYS, supportEmail }))
    } catch (error) {
      if (error instanceof MailFailure) throw new Problem(503, 'unavailable', say('evidence_not_mailed'))
      throw error
    }
  }
  const subject = subjectOf(pack)
  const of = 'operationKey' in subject ? { operationKeys: [subject.operationKey] } : subject
  await settle(deps, scope, { of, state: 'sent', note: receiver, pack }, trace)
  return made
}
