import type { MailState } from '#domain/mail/mail'
import { pathOf } from '../call.ts'
import { adminRequest } from './request.ts'

/** Key of every page of the list of mails. */
export const mailsKey = [pathOf('GET /api/admin/mails')]

export interface MailsAsked {
  state: MailState | null
  q: string
  limit: number
}

export const fetchMails = ({ q, ...asked }: MailsAsked, cursor: string | null, signal: AbortSignal) =>
  adminRequest('GET /api/admin/mails', { query: { ...asked, q: q.trim(), cursor }, signal })

/** Tries a mail at once. */
export const retryMail = (id: number) => adminRequest('POST /api/admin/mails/:id/retry', { params: { id } })

/** Hands a test to the mail server; a server that is silent is given up after twenty seconds. */
export const sendTestMail = (email: string) => adminRequest('POST /api/admin/mail-test', { body: { email } })
