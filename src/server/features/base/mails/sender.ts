import type { MailCause } from '#domain/mail/mail'
import { nextTry } from '#domain/mail/next-try'
import { MailFailure } from '../../../adapters/mail-failure.ts'
import type { Delivery } from '../../../adapters/mailer.ts'
import type { AppDeps } from '../../../deps.ts'
import {
  claimMail,
  deleteOldMails,
  endExpired,
  holdAll,
  type MailRow,
  markFailed,
  markSent,
  putOff,
} from './queries.ts'
import { openMail } from './service.ts'

/** Longer than a mailer may take: when this is over, the process that tried is gone. */
const CLAIM_MS = 60_000
/** How long the console shows what became of a mail. */
const SHOWN_MS = 30 * 24 * 60 * 60_000

/** What became of one try: 'held' by the server, like every other mail. */
export type Outcome = 'sent' | 'put_off' | 'held' | 'failed'

interface Refused {
  /** As in `Mailer`. */
  host: string | null
  kind: MailRow['kind']
  mail: number
  tries: number
  cause: MailCause
  /** Codes. */
  answer: string
  outcome: Exclude<Outcome, 'sent'>
}

export interface SenderEvents {
  onOutcome(outcome: Outcome): void
  /** For the log: without recipient and content. */
  onRefused(about: Refused): void
}

export interface MailSender {
  /** Sends all that is due, one after the other, while `goesOn`. The caller makes sure that one process does. */
  sendDue(goesOn?: () => boolean): Promise<void>
  /** Ends what may not be sent any more, and removes what is old. */
  sweep(): Promise<void>
}

/**
 * Sends the mails that wait. At least once: a process that dies between the server's answer and the mark leaves a mail that
 * is sent again, under the same Message-ID.
 */
export function createMailSender(
  {
    database: { orm },
    clock,
    mailer,
    sessionSecrets,
  }: Pick<AppDeps, 'database' | 'clock' | 'mailer' | 'sessionSecrets'>,
  { onOutcome, onRefused }: SenderEvents,
): MailSender {
  /** Tries in a row that failed because of the server. A new process begins anew, and so asks sooner. */
  let serverFailures = 0

  const namesOf = ({ kind, id, tries }: MailRow) => ({ host: mailer.host, kind, mail: id, tries })

  async function refused(row: MailRow, { failed }: MailFailure): Promise<Refused['outcome']> {
    const { cause, answer, of, permanent } = failed
    const now = clock.steady()
    const asked = { now, random: Math.random() }
    if (of === 'server') {
      serverFailures++
      const until = Number.POSITIVE_INFINITY
      const at = nextTry({ ...asked, tries: serverFailures, until }) ?? now
      await putOff(orm, row.id, { cause, answer, nextTryAt: new Date(now) })
      await holdAll(orm, { cause, answer, nextTryAt: new Date(at) })
      return 'held'
    }
    serverFailures = 0
    const at = permanent ? null : nextTry({ ...asked, tries: row.tries, until: row.expiresAt.getTime() })
    if (at === null) {
      // Kept until it expires, so that the administrator can try again after mending what refused it.
      await markFailed(orm, row.id, { cause, answer, now: new Date(now), forget: false })
      return 'failed'
    }
    await putOff(orm, row.id, { cause, answer, nextTryAt: new Date(at) })
    return 'put_off'
  }

  async function sendOne(row: MailRow): Promise<Outcome> {
    const mail = openMail({ sessionSecrets }, row)
    if (mail === null) {
      const cause = 'unreadable'
      onRefused({ ...namesOf(row), cause, answer: cause, outcome: 'failed' })
      await markFailed(orm, row.id, {
        cause,
        answer: null,
        now: new Date(clock.steady()),
        forget: true,
      })
      return 'failed'
    }
    let delivery: Delivery
    try {
      delivery = await mailer.send(mail, { id: row.messageId, at: row.createdAt.getTime() })
    } catch (error) {
      const failure =
        error instanceof MailFailure
          ? error
          : new MailFailure({ cause: 'unknown', of: 'mail', permanent: false, answer: nameOf(error) })
      const outcome = await refused(row, failure)
      const { cause, answer } = failure.failed
      onRefused({ ...namesOf(row), cause, answer, outcome })
      return outcome
    }
    serverFailures = 0
    await markSent(orm, row.id, { now: new Date(clock.steady()), answer: delivery.answer })
    return 'sent'
  }

  return {
    async sendDue(goesOn = () => true) {
      while (goesOn()) {
        const now = clock.steady()
        const row = await claimMail(orm, { now: new Date(now), until: new Date(now + CLAIM_MS) })
        if (row === null) return
        const outcome = await sendOne(row)
        onOutcome(outcome)
        if (outcome === 'held') return
      }
    },
    async sweep() {
      const now = clock.steady()
      for (let ended = await endExpired(orm, new Date(now)); ended > 0; ended--) onOutcome('failed')
      await deleteOldMails(orm, new Date(now - SHOWN_MS))
    },
  }
}

/** Never a message: it may quote the mail. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown failure')
