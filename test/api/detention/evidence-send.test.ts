import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { asOwner } from '../../support/database.ts'
import { allSent, keepMails } from '../../support/mails.ts'
import { contractOf, parkOf, visit } from '../../support/visit.ts'

const MONTH = '2026-03'
const kept = keepMails()
let t: TestApp
let boss: Actor
let rival: Actor
let clientId: number

beforeAll(async () => {
  t = await createTestApp({ mailer: kept.mailer })
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

it('is mailed in the name of a proven address, and marked when the mail is stored; its link says what became of it', async () => {
  const { hash } = await issue()
  expect((await send(hash, 'cobranza@cliente.mx')).body.messageCode).toBe('email_unproven')
  await confirm()
  await allSent(t)
  kept.mails.length = 0
  const change = (how: string) =>
    asOwner(t.deps.database, ({ pool }) => pool.query(`alter table mails ${how}`))
  await change('add constraint nothing_fits check (false) not valid')
  const links = async () => (await boss.get(`/api/evidence/links?clientId=${clientId}&month=${MONTH}`)).body
  const before = (await links()).length
  expect((await send(hash, 'cobranza@cliente.mx')).status).toBe(500)
  expect((await client()).settlement.note).toBe('WhatsApp')
  expect(await links()).toHaveLength(before)
  await change('drop constraint nothing_fits')

  const { body } = await send(hash, 'cobranza@cliente.mx')
  expect(body.mail).toMatchObject({ state: expect.stringMatching(/^(waiting|sent)$/), cause: null })
  await allSent(t)
  const { mails } = kept
  expect(mails).toMatchObject([{ to: 'cobranza@cliente.mx' }])
  expect(mails[0]?.text).toContain(body.url)
  expect((await links()).map(({ mail }: { mail: object | null }) => mail)).toEqual([
    null,
    { state: 'sent', at: new Date(t.clock.now()).toISOString(), cause: null },
  ])
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
