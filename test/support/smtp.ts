import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface Caught {
  /** As the envelope says. */
  to: string[]
  mail: Email
}

export interface SmtpCatcher {
  /** For SMTP_URL, with user and password when the server asks for them. */
  url: string
  caught: Caught[]
  /** The oldest mail to this address that nobody has been given yet; rejects after five seconds without one. */
  next(to: string): Promise<Email>
  close(): Promise<void>
}

export interface SmtpBehaviour {
  /** Asks for these before it takes a mail. */
  login?: { user: string; password: string }
  /** Refuses every mail, and quotes it in its answer as spam filters do. */
  refuse?: boolean
  /** Takes the connection and then says nothing for ever. */
  hang?: boolean
  /** Answers the naming of these receivers with this status. */
  refused?: Record<string, number>
  /** Of the machine; 0: a free one. */
  port?: number
  /** After the whole mail has come, before the answer to it. */
  onCaught?: () => Promise<void>
}

/** A real mail server of this machine that keeps what it is given. A test may change how it behaves. */
export async function catchMail(behaviour: SmtpBehaviour = {}): Promise<SmtpCatcher> {
  const { login, hang } = behaviour
  const caught: Caught[] = []
  const given = new Set<Caught>()
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    logger: false,
    // Its certificate is self-signed; what is tested here is the mail.
    hideSTARTTLS: true,
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onConnect(_session, done) {
      if (!hang) done()
    },
    onAuth(auth, _session, done) {
      const right = auth.username === login?.user && auth.password === login?.password
      if (right) done(null, { user: auth.username ?? '' })
      else done(Object.assign(new Error('5.7.8 Bad credentials'), { responseCode: 535 }))
    },
    onRcptTo({ address }, _session, done) {
      const status = behaviour.refused?.[address]
      if (status === undefined) done()
      else done(Object.assign(new Error(`Not ${address}`), { responseCode: status }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        if (behaviour.refuse) {
          return done(Object.assign(new Error(`5.7.1 Spam: ${mail.text}`), { responseCode: 554 }))
        }
        caught.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail })
        for (const check of waiting) check()
        await behaviour.onCaught?.()
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(behaviour.port ?? 0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const who = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : ''
  return {
    url: `smtp://${who}127.0.0.1:${port}`,
    caught,
    next(to) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check)
          reject(new Error(`no mail to ${to} among ${caught.flatMap((c) => c.to).join(', ') || 'none'}`))
        }, 5_000)
        const check = () => {
          const found = caught.find((c) => c.to.includes(to) && !given.has(c))
          if (!found) return
          given.add(found)
          clearTimeout(timer)
          waiting.delete(check)
          resolve(found.mail)
        }
        waiting.add(check)
        check()
      })
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The link of a recovery mail, or of one that proves an address. */
export function linkIn(mail: Pick<Email, 'text'>): URL {
  const link = /https?:\/\/\S+\/(?:reset-password|confirm-email)\?token=\S+/.exec(mail.text ?? '')?.[0]
  if (link === undefined) throw new Error(`no link in: ${mail.text}`)
  return new URL(link)
}

export const tokenIn = (mail: Pick<Email, 'text'>): string => linkIn(mail).searchParams.get('token') ?? ''
