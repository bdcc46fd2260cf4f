/** What a mail is about. */
export const MAIL_KINDS = ['recovery', 'confirmation', 'notice', 'evidence', 'digest', 'anchor'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** `sent`: the mail server has taken it. `failed`: it is not tried any more. */
export const MAIL_STATES = ['waiting', 'sent', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** Why a mail was not taken. */
export const MAIL_CAUSES = [
  // The server, or the way to it: no other mail would be taken now.
  'unknown_host',
  'unreachable',
  'timeout',
  'tls',
  'login',
  'sender',
  'busy',
  'folder',
  // This mail alone.
  'recipient',
  'content',
  'later',
  'unknown',
  // Never handed to a server.
  'expired',
  'unreadable',
] as const
export type MailCause = (typeof MAIL_CAUSES)[number]
