import type { LetterResponse } from '#contract/http/console/mails'
import { formatDateTime } from '../../lib/time/date-time.ts'
import { evidenceText as text } from '../../text/desk.ts'

type Cause = NonNullable<LetterResponse['cause']>

const WORDS: Readonly<Record<Cause, keyof typeof text.mailCauses>> = {
  unknown_host: 'server',
  unreachable: 'server',
  timeout: 'server',
  tls: 'server',
  login: 'server',
  sender: 'server',
  busy: 'server',
  folder: 'server',
  recipient: 'recipient',
  content: 'content',
  later: 'later',
  unknown: 'other',
  expired: 'server',
  unreadable: 'other',
}

/** What became of a mail, in one line for who caused it. */
export function mailFate({ state, at, cause }: LetterResponse): string {
  const when = formatDateTime(at)
  if (state === 'sent') return text.mail.sent(when)
  const why = text.mailCauses[cause === null ? 'other' : WORDS[cause]]
  if (state === 'failed') return text.mail.failed(why)
  return cause === null ? text.mail.waiting(when) : text.mail.retried(when, why)
}
