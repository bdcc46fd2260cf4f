import type { MailResponse, TestMailResponse } from '#contract/http/console/mails'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { adminMailsText as text } from '../../../../text/console.ts'

/** What became of a mail, one sentence a line. */
export function progressOf(mail: MailResponse): string[] {
  const { state, endedAt, nextTryAt, cause } = mail
  if (state === 'sent') return [text.sentAt(formatDateTime(endedAt ?? ''))]
  const why = cause === null ? [] : [text.causes[cause]]
  if (state === 'failed') return [...why, text.failedAt(formatDateTime(endedAt ?? ''))]
  // Not refused yet: it is under way.
  return cause === null ? [text.beingSent] : [...why, text.nextTry(formatDateTime(nextTryAt ?? ''))]
}

/** How often it was tried, and the codes of the last answer. */
export const triesOf = ({ tries, answer }: MailResponse): string =>
  [text.tries(tries), answer].filter((part) => part !== null).join(' · ')

/** What the mail server answered to a test. */
export function verdictOf({ host, cause }: TestMailResponse): string {
  if (cause !== null) return `${text.testFailed(host ?? text.folderName)} ${text.causes[cause]}`
  return host === null ? text.testWritten : text.testSent(host)
}
