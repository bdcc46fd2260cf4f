import type { LetterResponse, MailResponse } from '#contract/http/console/mails'
import type { ListedMail, MailRow } from './queries.ts'

export const presentLetter = ({
  state,
  createdAt,
  endedAt,
  cause,
}: Pick<MailRow, 'state' | 'createdAt' | 'endedAt' | 'cause'>): LetterResponse => ({
  state,
  at: (endedAt ?? createdAt).toISOString(),
  cause,
})

/** `now`: epoch milliseconds. */
export const presentMail = (row: ListedMail, now: number): MailResponse => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  recipient: row.recipient,
  account: row.userId === null ? null : { id: row.userId, username: row.username ?? '' },
  createdAt: row.createdAt.toISOString(),
  tries: row.tries,
  nextTryAt: row.state === 'waiting' ? row.nextTryAt.toISOString() : null,
  endedAt: row.endedAt?.toISOString() ?? null,
  cause: row.cause,
  answer: row.answer,
  mayRetry: row.state !== 'sent' && row.hasBody && row.expiresAt.getTime() > now,
})
