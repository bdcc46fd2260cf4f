import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, describe, expect, it } from 'vitest'
import { catchMail, type SmtpBehaviour, type SmtpCatcher } from '../../../test/support/smtp.ts'
import { MailFailure } from './mail-failure.ts'
import { outboxMailer, smtpMailer } from './mailer.ts'

const FROM = 'Acarreo <avisos@acarreo.example>'
const SECRET = 'q9m2-a-token-that-nobody-may-read-in-a-log'
const MAIL = {
  to: 'rosa@example.com',
  subject: 'Ñandú: contraseña',
  text: `Abra ${SECRET}`,
  html: `<p>Abra <b>${SECRET}</b></p>`,
}

const POSTING = { id: '6f1c2a1e-6a3d-4c39-9a0e-0d3b6f0c1b11', at: Date.parse('2026-03-10T18:00:00.000Z') }

let catcher: SmtpCatcher | null = null
afterEach(async () => {
  await catcher?.close()
  catcher = null
})

async function server(behaviour: SmtpBehaviour = {}): Promise<SmtpCatcher> {
  catcher = await catchMail(behaviour)
  return catcher
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

describe('by SMTP', () => {
  it('hands in text and HTML, to one address, in the name of the product', async () => {
    const { url, next, caught } = await server()
    await smtpMailer({ url, from: FROM }).send(MAIL, POSTING)
    const mail = await next(MAIL.to)
    expect(mail.subject).toBe(MAIL.subject)
    expect(mail.from).toMatchObject({ name: 'Acarreo', address: 'avisos@acarreo.example' })
    expect(mail.text?.trim()).toBe(MAIL.text)
    expect(mail.html?.trim()).toBe(MAIL.html)
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(caught[0]?.to).toEqual([MAIL.to])
  })

  it('signs in with user and password of the address', async () => {
    const login = { user: 'acarreo@example.com', password: 'p:a/ss@ñ?' }
    const { url, next } = await server({ login })
    await smtpMailer({ url, from: FROM }).send(MAIL, POSTING)
    expect((await next(MAIL.to)).subject).toBe(MAIL.subject)
  })

  it('says the codes of a refused login', async () => {
    const { url, caught } = await server({ login: { user: 'u', password: 'right' } })
    const error = await failure(
      smtpMailer({ url: url.replace('right', 'wrong'), from: FROM }).send(MAIL, POSTING),
    )
    expect(error).toBeInstanceOf(MailFailure)
    expect(String(error)).toContain('EAUTH 535 5.7.8')
    expect(caught).toEqual([])
  })

  it('never repeats what a server quotes of the mail', async () => {
    const { url } = await server({ refuse: true })
    const error = await failure(smtpMailer({ url, from: FROM }).send(MAIL, POSTING))
    expect(String(error)).toContain('554 5.7.1')
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(SECRET)
    expect((error as Error).cause).toBeUndefined()
  })

  it('gives up on a server that says nothing, and on one that is not there', async () => {
    const { url } = await server({ hang: true })
    const timeouts = { connectMs: 200, wholeMs: 400 }
    const begun = performance.now()
    expect(await failure(smtpMailer({ url, from: FROM, timeouts }).send(MAIL, POSTING))).toBeInstanceOf(
      MailFailure,
    )
    expect(performance.now() - begun).toBeLessThan(3_000)
    await catcher?.close()
    catcher = null
    const gone = await failure(smtpMailer({ url, from: FROM, timeouts }).send(MAIL, POSTING))
    expect(String(gone)).toContain('ECONNREFUSED')
  })

  it('writes to one address whatever stands in it', async () => {
    const { url, caught } = await server()
    await failure(
      smtpMailer({ url, from: FROM }).send({ ...MAIL, to: 'a@example.com, b@example.com' }, POSTING),
    )
    expect(caught.flatMap(({ to }) => to)).not.toContain('b@example.com')
  })
})

describe('the outbox', () => {
  it('keeps each mail in a file for its owner alone, and says where but not what', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'acarreo-outbox-')), 'outbox')
    const said: string[] = []
    const clock = { now: () => Date.parse('2026-03-10T18:00:00.123Z') }
    const mailer = outboxMailer({ folder, from: FROM, clock, said: (path) => said.push(path) })
    await Promise.all([mailer.send(MAIL, POSTING), mailer.send({ ...MAIL, to: 'otra@example.com' }, POSTING)])
    const files = await readdir(folder)
    expect(files).toHaveLength(2)
    expect(said.map((path) => path.slice(folder.length + 1)).sort()).toEqual([...files].sort())
    for (const file of files) {
      expect(file).toMatch(/^2026-03-10T18-00-00-123Z-\w{6}\.eml$/)
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
    }
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const mails = await Promise.all(files.map(async (f) => PostalMime.parse(await readFile(join(folder, f)))))
    expect(mails.map((mail) => mail.to?.[0]?.address).sort()).toEqual(['otra@example.com', MAIL.to])
    expect(mails[0]).toMatchObject({
      subject: MAIL.subject,
      text: expect.stringContaining(MAIL.text),
      date: '2026-03-10T18:00:00.000Z',
    })
    expect(said.join()).not.toContain(SECRET)
    await rm(folder, { recursive: true })
  })
})
