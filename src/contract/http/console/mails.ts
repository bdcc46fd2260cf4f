import { z } from 'zod'
import { MAIL_CAUSES, MAIL_KINDS, MAIL_STATES } from '#domain/mail/mail'
import { pageFields } from '../pages.ts'
import { emailAddress } from '../people/accounts.ts'
import { line } from '../text.ts'

/** What became of one mail, for who caused it. */
export const letterResponse = z.object({
  /** `sent`: the mail server has taken it. */
  state: z.enum(MAIL_STATES),
  /** Since when it has waited, or when it was sent or failed; ISO 8601. */
  at: z.string(),
  /** Why it was not taken; null: it has not been refused. */
  cause: z.enum(MAIL_CAUSES).nullable(),
})
export type LetterResponse = z.infer<typeof letterResponse>

/** Newest first. `q` searches the recipient's address and the account's name. */
export const mailsQuery = z.object({
  state: z.enum(MAIL_STATES).optional(),
  q: line().max(100).optional(),
  ...pageFields,
})

export const mailResponse = z.object({
  id: z.number().int(),
  kind: z.enum(MAIL_KINDS),
  state: z.enum(MAIL_STATES),
  recipient: z.string(),
  /** The account that it is about; null: none. */
  account: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  /** ISO 8601, UTC, like every time here. */
  createdAt: z.string(),
  tries: z.number().int(),
  /** Null unless it waits. */
  nextTryAt: z.string().nullable(),
  /** When it was sent, or failed. */
  endedAt: z.string().nullable(),
  cause: z.enum(MAIL_CAUSES).nullable(),
  /** Codes of the mail server's last answer. */
  answer: z.string().nullable(),
  /** Whether it can be tried now: what it says is still good, and kept. */
  mayRetry: z.boolean(),
})
export type MailResponse = z.infer<typeof mailResponse>

export const mailsResponse = z.object({
  mails: z.array(mailResponse),
  nextCursor: z.string().nullable(),
  /** All that wait, whatever was asked for. */
  waiting: z.number().int(),
  /** Since when the oldest of them does; null: none. */
  oldestAt: z.string().nullable(),
  /** The server that takes the mails; null: they are written to a folder. */
  host: z.string().nullable(),
})
export type MailsResponse = z.infer<typeof mailsResponse>

export const testMailRequest = z.object({ email: line('email_invalid').pipe(emailAddress) })

/** What the mail server answered to a test. */
export const testMailResponse = z.object({
  host: z.string().nullable(),
  /** Null: it was taken. */
  cause: z.enum(MAIL_CAUSES).nullable(),
  answer: z.string().nullable(),
})
export type TestMailResponse = z.infer<typeof testMailResponse>
