import type { MailCause } from '#domain/mail/mail'

interface Failed {
  cause: MailCause
  /** `server`: no other mail would be taken now either. */
  of: 'server' | 'mail'
  /** The server will never take this mail. */
  permanent: boolean
  /** Codes of the error and of the server's answer, such as `EAUTH 535 5.7.8 AUTH PLAIN`. */
  answer: string
}

/**
 * The mail server refused the mail or is unreachable. Contains only the server's codes: its text may quote the mail,
 * and a mail may contain a token.
 */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly failed: Failed

  constructor(failed: Failed) {
    super(failed.answer)
    this.failed = failed
  }
}

const serverFailed = (cause: MailCause, answer: string): MailFailure =>
  new MailFailure({ cause, of: 'server', permanent: false, answer })

export const answeredTooLate = (): MailFailure =>
  serverFailed('timeout', 'ETIMEDOUT the mail server did not answer in time')

/** A folder that takes no files. */
export const folderFailed = (error: unknown): MailFailure =>
  serverFailed('folder', error instanceof Error && 'code' in error ? String(error.code) : 'unknown failure')

/** What a try with nodemailer ended with. */
export function smtpFailure(error: unknown): MailFailure {
  if (!(error instanceof Error)) {
    return new MailFailure({ cause: 'unknown', of: 'mail', permanent: false, answer: 'unknown failure' })
  }
  const told = error as Error & Partial<Record<'code' | 'originalCode' | 'command', string>>
  const { responseCode } = error as { responseCode?: number }
  return new MailFailure({
    ...judged({ ...codesOf(told), status: responseCode ?? 0, command: told.command ?? '' }),
    answer: described(told),
  })
}

const codesOf = ({ code = '', originalCode = '' }: { code?: string; originalCode?: string }) => ({
  code,
  system: originalCode,
})

interface Told {
  code: string
  /** Of the operating system or of TLS. */
  system: string
  /** Of the SMTP answer; 0: there was none. */
  status: number
  command: string
}

const TLS_CODES = /CERT|SELF_SIGNED|^ERR_(TLS|SSL)|UNABLE_TO_|ISSUER/

function judged({ code, system, status, command }: Told): Omit<Failed, 'answer'> {
  const server = (cause: MailCause) => ({ cause, of: 'server', permanent: false }) as const
  if (code === 'EAUTH') return server('login')
  if (code === 'ETLS' || TLS_CODES.test(system)) return server('tls')
  if (code === 'EDNS' || system === 'ENOTFOUND') return server('unknown_host')
  if (code === 'ETIMEDOUT' || system === 'ETIMEDOUT') return server('timeout')
  if (command === 'MAIL FROM' && status >= 500) return server('sender')
  // 421: the server closes. Before the recipient is named, what it refuses is not this mail.
  if (status === 421 || (status >= 400 && !OF_MAIL.test(command))) return server('busy')
  if (code === 'EENVELOPE' && status === 0) return { cause: 'recipient', of: 'mail', permanent: true }
  if (OF_MAIL.test(command) && status >= 500) {
    return { cause: command === 'RCPT TO' ? 'recipient' : 'content', of: 'mail', permanent: true }
  }
  if (status >= 400) return { cause: 'later', of: 'mail', permanent: false }
  if (/^E(SOCKET|CONNECTION|PROTOCOL)$/.test(code) || command === 'CONN') return server('unreachable')
  return { cause: 'unknown', of: 'mail', permanent: false }
}

/** Commands whose answer is about one mail. */
const OF_MAIL = /^(RCPT TO|DATA|BDAT)/

function described(error: Error & { code?: string; originalCode?: string; command?: string }): string {
  const { responseCode, response } = error as { responseCode?: unknown; response?: unknown }
  const parts = [error.code, error.originalCode, responseCode, enhancedIn(response), error.command]
  return parts.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ') || error.name
}

/** The enhanced status code (RFC 3463) of an answer. */
const enhancedIn = (response: unknown): string | undefined =>
  typeof response === 'string' ? /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0] : undefined

/** Codes of an answer, without its text: `250 2.0.0`. */
export const codesIn = (response: unknown): string | null =>
  typeof response === 'string'
    ? [/^\d{3}/.exec(response)?.[0], enhancedIn(response)].filter(Boolean).join(' ') || null
    : null
