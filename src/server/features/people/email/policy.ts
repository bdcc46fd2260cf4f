import { mailboxOf } from '#domain/account/mailbox'
import { sha256 } from '../../../adapters/ids.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** How long a link that proves an address is valid. */
export const CONFIRMATION_HOURS = 24
export const CONFIRMATION_MS = CONFIRMATION_HOURS * HOUR_MS

/** At most `limit` mails in `periodMs` from the first one on. */
export interface Cap {
  key: string
  limit: number
  periodMs: number
}

/** Counted separately: registrations in another person's name must not use up their recovery mails. */
export type MailPurpose = 'recovery' | 'confirmation' | 'login'

/**
 * What protects a mailbox from mails that strangers cause. `address`: network address of who asks; with a smaller share
 * of the day, so that one stranger leaves mails for the owner. An hour is as long as a recovery link is valid: who gets
 * no mail has valid links.
 */
export function capsOf(purpose: MailPurpose, email: string, address: string): Cap[] {
  const mailbox = `${purpose} ${mailboxOf(email)}`
  return [
    { key: sha256(`hour ${mailbox}`), limit: 3, periodMs: HOUR_MS },
    { key: sha256(`day ${mailbox}`), limit: 10, periodMs: DAY_MS },
    { key: sha256(`day ${mailbox} ${address}`), limit: 5, periodMs: DAY_MS },
  ]
}
