import { afterAll, beforeAll, expect, it } from 'vitest'
import { outboxMailer, smtpMailer } from '#server/adapters/mailer'
import { mailing } from '#server/features/base/mails/service'
import { type Actor, anonymous, register } from '../support/actors.ts'
import { type Administrator, administrator } from '../support/administrator.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { lines } from '../support/audit.ts'
import { allSent } from '../support/mails.ts'
import { catchMail, type SmtpBehaviour, type SmtpCatcher } from '../support/smtp.ts'

const FROM = 'Acarreo <avisos@acarreo.example>'
const SECRET = 'lo que dice un correo'

const behaviour: SmtpBehaviour = { refused: {} }
let smtp: SmtpCatcher
let t: TestApp
let admin: Administrator
let rosa: Actor

beforeAll(async () => {
  smtp = await catchMail(behaviour)
  t = await createTestApp({ mailer: smtpMailer({ url: smtp.url, from: FROM }) })
  admin = await administrator(t.app)
  rosa = await register(t.app, 'supervisor', 'rosa')
  await allSent(t)
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const post = (to: string) => {
  const mail = { to, subject: SECRET, text: SECRET, html: SECRET }
  return mailing(t.deps, (_tx, store) => store({ kind: 'notice', userId: rosa.id, mail }))
}
const list = async (query = '') => (await admin.get(`/api/admin/mails${query}`)).body
const newest = async () => (await list('?limit=1')).mails[0]

it('lists what was sent, newest first and in pages, and never what it says', async () => {
  const at = new Date(t.clock.now()).toISOString()
  expect(await newest()).toEqual({
    ...{ id: expect.any(Number), kind: 'confirmation', state: 'sent', recipient: 'rosa@example.com' },
    ...{ account: { id: rosa.id, username: 'rosa' }, createdAt: at, endedAt: at, nextTryAt: null },
    ...{ tries: 1, cause: null, answer: '250', mayRetry: false },
  })
  for (const to of ['a1', 'a2', 'a3']) await post(`${to}@example.com`)
  await allSent(t)
  const first = await list('?limit=2')
  const second = await list(`?limit=2&cursor=${first.nextCursor}`)
  const receivers = [...first.mails, ...second.mails].map(({ recipient }) => recipient.replace(/@.*/, ''))
  expect(receivers).toEqual(['a3', 'a2', 'a1', 'rosa'])
  expect(second.nextCursor).toBeNull()
  expect(first).toMatchObject({ waiting: 0, oldestAt: null, host: new URL(smtp.url).host })
  expect(JSON.stringify([first, second])).not.toMatch(/lo que dice|sealed|messageId/)
})

it('is searched by state, address and account', async () => {
  expect((await list('?q=A2@EXAMPLE')).mails).toMatchObject([{ recipient: 'a2@example.com' }])
  expect((await list('?q=ros')).mails.length).toBeGreaterThan(3)
  expect((await list('?q=%25')).mails).toEqual([])
  expect((await list('?state=failed')).mails).toEqual([])
  for (const bad of ['?state=lost', '?cursor=x', '?limit=0', '?limit=201'])
    expect((await admin.get(`/api/admin/mails${bad}`)).status).toBe(400)
})

it('tries one again that failed, at once, and says who asked', async () => {
  behaviour.refused = { 'lleno@example.com': 552 }
  await post('lleno@example.com')
  await expect.poll(newest).toMatchObject({ state: 'failed', cause: 'recipient', mayRetry: true })
  const { id } = await newest()
  behaviour.refused = {}
  expect(await admin.post(`/api/admin/mails/${id}/retry`)).toMatchObject({
    status: 200,
    body: { id, recipient: 'lleno@example.com' },
  })
  expect((await smtp.next('lleno@example.com')).subject).toBe(SECRET)
  await allSent(t)
  expect(await newest()).toMatchObject({ id, state: 'sent', tries: 2, mayRetry: false })
  expect((await lines(t)).at(-1)).toMatchObject({
    ...{ action: 'mail_retried', actorKind: 'admin', target: 'rosa', targetId: rosa.id },
    after: { email: 'lleno@example.com' },
  })
  const before = (await lines(t)).length
  expect(await admin.post(`/api/admin/mails/${id}/retry`)).toMatchObject({
    status: 409,
    body: { code: 'mail_ended', messageCode: 'mail_ended' },
  })
  expect((await admin.post('/api/admin/mails/999999/retry')).status).toBe(404)
  expect(await lines(t)).toHaveLength(before)
})

it('sends a test past all that waits, and shows what the server answered', async () => {
  const { host } = new URL(smtp.url)
  const test = async (email: string) => (await admin.post('/api/admin/mail-test', { email })).body
  expect(await test('yo@example.com')).toEqual({ host, cause: null, answer: '250' })
  expect((await smtp.next('yo@example.com')).subject).toBe('Correo de prueba de Acarreo')
  behaviour.refused = { 'yo@example.com': 550 }
  expect(await test('yo@example.com')).toMatchObject({
    host,
    cause: 'recipient',
    answer: expect.stringContaining('550'),
  })
  behaviour.refused = {}
  expect((await lines(t)).at(-1)).toMatchObject({
    ...{ action: 'mail_tested', actorKind: 'admin', target: 'yo@example.com' },
    after: { email: 'yo@example.com' },
  })
  expect((await admin.post('/api/admin/mail-test', { email: 'nadie' })).status).toBe(400)
  // It is in no list: nothing of it waits.
  expect((await list('?q=yo@example.com')).mails).toEqual([])
})

it('says in a test that mails go to a folder, and when that takes none', async () => {
  const options = { from: FROM, clock: t.clock, said: () => {} }
  const answers = []
  for (const folder of ['/tmp/acarreo-outbox-test', '/dev/null/no-folder']) {
    const own = await createTestApp({ mailer: outboxMailer({ folder, ...options }) })
    const console = await administrator(own.app)
    answers.push((await console.post('/api/admin/mail-test', { email: 'yo@example.com' })).body)
    await own.close()
  }
  expect(answers).toEqual([
    { host: null, cause: null, answer: null },
    { host: null, cause: 'folder', answer: expect.stringMatching(/^E[A-Z]+$/) },
  ])
})

it('is the administrator’s alone', async () => {
  for (const who of [rosa, anonymous(t.app)]) {
    expect((await who.get('/api/admin/mails')).status).toBe(401)
    expect((await who.post('/api/admin/mail-test', { email: 'yo@example.com' })).status).toBe(401)
    expect((await who.post('/api/admin/mails/1/retry')).status).toBe(401)
  }
})
