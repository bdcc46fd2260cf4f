import { afterAll, beforeAll, expect, it } from 'vitest'
import { MailFailure } from '#server/adapters/mailer'
import { type Actor, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { contractOf, parkOf, visit } from '../../support/visit.ts'

const MONTH = '2026-03'
let t: TestApp
let boss: Actor
let rival: Actor
let clientId: number

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  rival = await register(t.app, 'supervisor')
  clientId = (await boss.post('/api/supervisor/places', parkOf('Parque', { client: 'Importadora' }))).body
    .clientId
  await boss.post('/api/detention/contracts', contractOf({ clientId }))
  await visit(t, boss)
  await t.deps.database.pool.query(
    "update users set email = username || '@example.mx', email_confirmed_at = null",
  )
})
afterAll(() => t.close())

const issue = async () => (await boss.post('/api/evidence', { clientId, month: MONTH })).body
const send = (hash: string, email: string | null, who = boss) =>
  who.post(`/api/evidence/${hash}/send`, { email })
const client = async () => (await boss.get(`/api/detention?month=${MONTH}`)).body.clients[0]
const confirm = () => t.deps.database.pool.query('update users set email_confirmed_at = now()')

it('is marked as sent by a link that somebody hands over, and opens to a stranger', async () => {
  const { hash } = await issue()
  expect((await send(hash, null, rival)).status).toBe(404)
  expect((await client()).settlement).toBeNull()
  const sent = await send(hash, null)
  expect(sent).toMatchObject({ status: 201, body: { version: 1, name: 'WhatsApp' } })
  expect(await client()).toMatchObject({
    settlement: { state: 'sent', note: 'WhatsApp', version: 1, newestVersion: 1 },
    visits: [{ settlement: { state: 'sent' } }],
  })
  const page = await t.app.inject({ url: new URL(sent.body.url).pathname })
  expect(page.statusCode).toBe(200)
})

it('is mailed in the name of a proven address, and marked once the server has taken the mail', async () => {
  const { hash } = await issue()
  expect((await send(hash, 'cobranza@cliente.mx')).body.messageCode).toBe('email_unproven')
  await confirm()
  const mails: { to: string; text: string }[] = []
  const { send: before } = t.deps.mailer
  t.deps.mailer.send = async () => {
    throw new MailFailure('EAUTH')
  }
  expect(await send(hash, 'cobranza@cliente.mx')).toMatchObject({
    status: 503,
    body: { messageCode: 'evidence_not_mailed' },
  })
  expect((await client()).settlement.note).toBe('WhatsApp')
  t.deps.mailer.send = async (mail) => void mails.push(mail)
  const { body } = await send(hash, 'cobranza@cliente.mx')
  t.deps.mailer.send = before
  expect(mails).toMatchObject([{ to: 'cobranza@cliente.mx' }])
  expect(mails[0]?.text).toContain(body.url)
  expect(mails[0]?.text).toContain(`${boss.username}@example.mx`)
  expect((await client()).settlement).toMatchObject({ state: 'sent', note: 'cobranza@cliente.mx' })
  expect((await send(hash, 'no es correo')).status).toBe(400)
})

it('is limited to ten mails a day to one mailbox', async () => {
  const { hash } = await issue()
  const answers = []
  for (let n = 0; n < 9; n++) answers.push((await send(hash, 'cobranza@cliente.mx')).status)
  expect(answers.slice(0, 8)).toEqual(Array(8).fill(201))
  expect(answers[8]).toBe(429)
})

it('is not sent by an older version', async () => {
  const { hash } = await issue()
  await visit(t, boss)
  expect((await issue()).version).toBe(2)
  expect((await send(hash, null)).body.messageCode).toBe('evidence_outdated')
})
