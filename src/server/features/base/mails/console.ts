import type { MailResponse, MailsResponse, TestMailResponse } from '#contract/http/console/mails'
import type { MailState } from '#domain/mail/mail'
import { randomUUID } from '../../../adapters/ids.ts'
import { MailFailure } from '../../../adapters/mail-failure.ts'
import type { PageCursor } from '../../../db/keyset.ts'
import type { AppDeps } from '../../../deps.ts'
import { pageOf } from '../../../http/answer/cursor.ts'
import { notFound, Problem } from '../../../http/answer/problem.ts'
import type { Trace } from '../../../identity/trace.ts'
import { say } from '../../../text/messages.ts'
import { testMail } from '../../../text/test-mail.ts'
import { recordAudit } from '../audit/service.ts'
import { presentMail } from './present.ts'
import { findMail, listMails, makeDue, waitingMails } from './queries.ts'

export async function pageOfMails(
  { database: { orm }, clock, mailer }: AppDeps,
  asked: { state: MailState | null; text: string | null; cursor: PageCursor | null; limit: number },
): Promise<MailsResponse> {
  const rows = await listMails(orm, { ...asked, limit: asked.limit + 1 })
  const page = pageOf(rows, asked.limit, ({ createdAt, id }) => ({ timestamp: createdAt.getTime(), id }))
  const { waiting, oldestAt } = await waitingMails(orm)
  const now = clock.steady()
  return {
    mails: page.rows.map((row) => presentMail(row, now)),
    nextCursor: page.nextCursor,
    waiting,
    oldestAt: oldestAt?.toISOString() ?? null,
    host: mailer.host,
  }
}

/** Tries a mail at once that waits or has failed. Throws 404, and 409 when it was sent or is no good any more. */
export async function retryMail(deps: AppDeps, id: number, trace: Trace): Promise<MailResponse> {
  const now = deps.clock.steady()
  const row = await deps.database.orm.transaction(async (tx) => {
    const before = await findMail(tx, id)
    if (!before) throw notFound(say('mail_not_found'))
    if (!(await makeDue(tx, id, new Date(now)))) throw new Problem(409, 'mail_ended', say('mail_ended'))
    await recordAudit(tx, trace, deps.clock.now(), {
      action: 'mail_retried',
      target: before.username ?? before.recipient,
      targetId: before.userId,
      after: { email: before.recipient },
    })
    return findMail(tx, id)
  })
  if (!row) throw notFound(say('mail_not_found'))
  deps.postman.wake()
  return presentMail(row, now)
}

/** Hands a test to the mail server, past all that waits, and says what it answered. */
export async function tryMailServer(
  { database: { orm }, clock, mailer, config }: AppDeps,
  email: string,
  trace: Trace,
): Promise<TestMailResponse> {
  const { host } = mailer
  const at = clock.now()
  // The line comes first: the server may take long, and the mail is out by then.
  await recordAudit(orm, trace, at, { action: 'mail_tested', target: email, after: { email } })
  try {
    const mail = testMail({ to: email, supportEmail: config.supportEmail })
    const { answer } = await mailer.send(mail, { id: randomUUID(), at })
    return { host, cause: null, answer }
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    const { cause, answer } = error.failed
    return { host, cause, answer }
  }
}
