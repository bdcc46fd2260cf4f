import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Clock } from './clock.ts'
import { randomToken } from './ids.ts'

export interface Mail {
  /** One bare address. */
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail (or the file is written). Throws a MailFailure. */
  send(mail: Mail): Promise<void>
}

/**
 * The mail server refused the mail or is unreachable. Contains only the server's codes: its text may quote the mail,
 * and a mail may contain a token.
 */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
}

export interface MailTimeouts {
  /** Milliseconds for name, connection and greeting together. */
  connectMs: number
  /** Milliseconds for the whole mail, even while the server keeps answering. */
  wholeMs: number
}

const TIMEOUTS: MailTimeouts = { connectMs: 10_000, wholeMs: 20_000 }

/** As an object this is always one address; a string could be parsed as a list. */
const one = (address: string) => ({ name: '', address })

const message = ({ to, subject, text, html }: Mail, from: string) => ({
  from,
  to: one(to),
  subject,
  text,
  html,
  // Suppresses automatic replies.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Sends mail over `url` (smtp:// or smtps://, with user and password if the server needs them). */
export function smtpMailer({
  url,
  from,
  timeouts = TIMEOUTS,
}: {
  url: string
  from: string
  timeouts?: MailTimeouts
}): Mailer {
  const transport = nodemailer.createTransport({
    url,
    dnsTimeout: timeouts.connectMs,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.wholeMs,
  })
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(timeouts.wholeMs)
      try {
        await transport.sendMail({ ...message(mail, from), signal })
      } catch (error) {
        throw new MailFailure(signal.aborted ? 'the mail server did not answer in time' : describe(error))
      }
    },
  }
}

/** `EAUTH 535 5.7.8 AUTH PLAIN`: enough to diagnose. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  const { code, responseCode, command, response } = error as Error & Record<string, unknown>
  // Without a connection no mail was quoted, and the system's code (ECONNREFUSED) is only in the message.
  const system = command === 'CONN' ? /\bE[A-Z]{4,}\b/.exec(error.message)?.[0] : undefined
  const enhanced =
    typeof response === 'string' ? /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0] : undefined
  const parts = [code, system, responseCode, enhanced, command].filter(
    (part) => typeof part === 'string' || typeof part === 'number',
  )
  return parts.join(' ') || error.name
}

/**
 * Writes each mail as an .eml file. `said` gets its path, never the content: the log must not contain the token.
 */
export function outboxMailer({
  folder,
  from,
  clock,
  said,
}: {
  folder: string
  from: string
  clock: Clock
  said: (path: string) => void
}): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const now = new Date(clock.now())
      const { message: source } = await transport.sendMail({ ...message(mail, from), date: now })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${now.toISOString().replaceAll(/[:.]/g, '-')}-${randomToken(6)}`
      const path = join(folder, `${name}.eml`)
      // Renamed when it is complete.
      const draft = join(folder, `.${name}.part`)
      await writeFile(draft, source as Buffer, { mode: 0o600, flag: 'wx' })
      await rename(draft, path)
      said(path)
    },
  }
}

/** SMTP if the configuration names a server, else files in `dataDir`/outbox. */
export function configuredMailer(
  { smtpUrl, mailFrom, dataDir }: { smtpUrl: string | null; mailFrom: string; dataDir: string },
  clock: Clock,
  say: (line: string) => void,
): Mailer {
  if (smtpUrl !== null) return smtpMailer({ url: smtpUrl, from: mailFrom })
  return outboxMailer({
    folder: join(dataDir, 'outbox'),
    from: mailFrom,
    clock,
    said: (path) => say(`Correo sin SMTP_URL, escrito en ${path}`),
  })
}
