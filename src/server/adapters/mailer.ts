import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tell } from '../log/tell.ts'
import type { Clock } from './clock.ts'
import { randomToken } from './ids.ts'
import { answeredTooLate, codesIn, folderFailed, smtpFailure } from './mail-failure.ts'

const library = async () => (await import('nodemailer')).default

export interface Mail {
  /** One bare address. */
  to: string
  subject: string
  text: string
  html: string
}

/** What stays the same in every try of one mail. */
interface Posting {
  /** Left of the `@` in its Message-ID. */
  id: string
  /** Epoch milliseconds. */
  at: number
}

export interface Delivery {
  /** Codes of the server's answer; null: none was asked. */
  answer: string | null
}

export interface Mailer {
  /** The server that takes the mails; null: they are written to a folder. */
  host: string | null
  /** Resolves when the mail server has accepted the mail (or the file is written). Throws a MailFailure. */
  send(mail: Mail, posting: Posting): Promise<Delivery>
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

const message = ({ to, subject, text, html }: Mail, from: string, { id, at }: Posting) => ({
  from,
  messageId: `<${id}@${domainOf(from)}>`,
  date: new Date(at),
  to: one(to),
  subject,
  text,
  html,
  // Suppresses automatic replies.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'acarreo.invalid'

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
  const options = {
    url,
    dnsTimeout: timeouts.connectMs,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.wholeMs,
  }
  return {
    host: new URL(url).host,
    async send(mail, posting) {
      const transport = (await library()).createTransport(options)
      const signal = AbortSignal.timeout(timeouts.wholeMs)
      try {
        const { response } = await transport.sendMail({ ...message(mail, from, posting), signal })
        return { answer: codesIn(response) }
      } catch (error) {
        throw signal.aborted ? answeredTooLate() : smtpFailure(error)
      }
    },
  }
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
  clock: Pick<Clock, 'now'>
  said: (path: string) => void
}): Mailer {
  const options = { streamTransport: true, buffer: true, newline: 'windows' } as const
  return {
    host: null,
    async send(mail, posting) {
      const transport = (await library()).createTransport(options)
      const { message: source } = await transport.sendMail(message(mail, from, posting))
      const now = new Date(clock.now())
      const name = `${now.toISOString().replaceAll(/[:.]/g, '-')}-${randomToken(6)}`
      const path = join(folder, `${name}.eml`)
      // Renamed when it is complete.
      const draft = join(folder, `.${name}.part`)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(draft, source as Buffer, { mode: 0o600, flag: 'wx' })
        await rename(draft, path)
      } catch (error) {
        throw folderFailed(error)
      }
      said(path)
      return { answer: null }
    },
  }
}

/** SMTP if the configuration names a server, else files in `dataDir`/outbox. */
export function configuredMailer(
  { smtpUrl, mailFrom, dataDir }: { smtpUrl: string | null; mailFrom: string; dataDir: string },
  clock: Clock,
  tell: Tell,
): Mailer {
  if (smtpUrl !== null) return smtpMailer({ url: smtpUrl, from: mailFrom })
  return outboxMailer({
    folder: join(dataDir, 'outbox'),
    from: mailFrom,
    clock,
    said: (file) => tell('MAIL_WRITTEN', { file }),
  })
}
