import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { smtpMailer } from '#server/adapters/mailer'
import type { AppParts } from '#server/deps'
import { mailing, type Outgoing } from '#server/features/base/mails/service'
import { createTestApp, type TestApp } from '../support/app.ts'
import { allSent } from '../support/mails.ts'
import { parseMetrics } from '../support/prometheus.ts'
import { catchMail, type SmtpBehaviour, type SmtpCatcher } from '../support/smtp.ts'

const FROM = 'Acarreo <avisos@acarreo.example>'
const MINUTE = 60_000
const TOKEN = 'q9m2-a-token-that-nobody-may-read-in-the-database'

let smtp: SmtpCatcher
let behaviour: SmtpBehaviour
let t: TestApp

beforeEach(async () => {
  behaviour = {}
  smtp = await catchMail(behaviour)
  t = await createTestApp({ mailer: mailerTo(smtp) })
})
afterEach(async () => {
  await t.close()
  await smtp.close()
})

const mailerTo = ({ url }: SmtpCatcher) => smtpMailer({ url, from: FROM })

const outgoing = (to: string, more: Partial<Outgoing> = {}): Outgoing => ({
  kind: 'notice',
  userId: null,
  mail: { to, subject: 'Asunto', text: `Abra ${TOKEN}`, html: `<p>Abra ${TOKEN}</p>` },
  ...more,
})
const post = (to: string, more?: Partial<Outgoing>, { deps } = t) =>
  mailing(deps, (_tx, store) => store(outgoing(to, more)))

/** By name, and outcome where there is one. */
async function figures(): Promise<Record<string, number>> {
  const { body } = await t.app.inject({ url: '/metrics', headers: { host: 'localhost:3000' } })
  const samples = [...parseMetrics(body).values()].flatMap((family) => family.samples)
  return Object.fromEntries(
    samples.map(({ name, labels, value }) => [[name, labels.outcome].filter(Boolean).join(' '), value]),
  )
}

interface Row {
  recipient: string
  state: string
  cause: string | null
  answer: string | null
  tries: number
  sealed: string | null
  held: boolean
}
const rows = async (): Promise<Row[]> =>
  (await t.deps.database.pool.query('select * from mails order by id')).rows
const told = async (): Promise<string[]> =>
  (await rows()).map(({ recipient, state, cause }) => `${recipient} ${state} ${cause ?? '-'}`)
const receivers = () => smtp.caught.flatMap(({ to }) => to)
const settled = async (whose: readonly string[]) =>
  expect.poll(told, { timeout: 20_000, interval: 10 }).toEqual(whose)

/** No try has begun for so long: one that is under way would be taken for lost once the clock is moved on. */
async function restsFor(milliseconds: number): Promise<void> {
  const tries = async () => (await rows()).reduce((sum, row) => sum + row.tries, 0)
  for (let before = -1, now = await tries(); before !== now; now = await tries()) {
    before = now
    await pause(milliseconds)
  }
}

/** The mail server goes, and comes back on the same port. */
async function serverGoes(): Promise<() => Promise<void>> {
  const port = Number(new URL(smtp.url).port)
  await smtp.close()
  return async () => {
    behaviour.port = port
    smtp = await catchMail(behaviour)
  }
}

it('is handed over right after the commit, and its content is forgotten', async () => {
  await post('rosa@example.com')
  const mail = await smtp.next('rosa@example.com')
  expect(mail.text).toContain(TOKEN)
  await settled(['rosa@example.com sent -'])
  expect(await rows()).toMatchObject([{ sealed: null, tries: 1, answer: '250' }])
})

it('is stored with what causes it or not at all, and cannot be read in the database', async () => {
  await serverGoes()
  const failing = mailing(t.deps, async (_tx, store) => {
    await store(outgoing('nadie@example.com'))
    throw new Error('the cause did not happen')
  })
  await expect(failing).rejects.toThrow('the cause did not happen')
  await post('rosa@example.com')
  await settled(['rosa@example.com waiting unreachable'])
  const stored = JSON.stringify(await rows())
  expect(stored).not.toContain(TOKEN)
  expect(stored).not.toContain(Buffer.from(TOKEN).toString('base64url').slice(0, 20))
})

it('waits while the server is away, and is then delivered once, in order', async () => {
  const comeBack = await serverGoes()
  for (const to of ['a1', 'a2', 'a3']) await post(`${to}@example.com`, { tenantId: 1 })
  await settled(['a1', 'a2', 'a3'].map((to) => `${to}@example.com waiting unreachable`))
  t.clock.advance(3_000)
  // Too early for another try.
  await t.deps.postman.sendDue()
  await comeBack()
  expect((await rows()).map(({ held }) => held)).toEqual([true, true, true])
  // A new mail finds out that the server is back; those before it in the line go first.
  await post('a4@example.com', { tenantId: 1 })
  await allSent(t)
  expect(receivers()).toEqual(['a1', 'a2', 'a3', 'a4'].map((to) => `${to}@example.com`))
})

it('is tried again by itself when its time has come', async () => {
  const comeBack = await serverGoes()
  await post('rosa@example.com')
  await settled(['rosa@example.com waiting unreachable'])
  await comeBack()
  t.clock.advance(30_000)
  await t.deps.postman.sendDue()
  await settled(['rosa@example.com sent -'])
  expect(receivers()).toEqual(['rosa@example.com'])
})

it('is given up when the server refuses it for good, and the others go on', async () => {
  behaviour.refused = { 'falsa@example.com': 550, 'luego@example.com': 451 }
  for (const to of ['falsa', 'luego', 'rosa']) await post(`${to}@example.com`)
  await settled([
    'falsa@example.com failed recipient',
    'luego@example.com waiting later',
    'rosa@example.com sent -',
  ])
  expect((await rows())[0]).toMatchObject({ answer: expect.stringMatching(/550.*RCPT TO/) })
  behaviour.refused = {}
  t.clock.advance(30_000)
  await t.deps.postman.sendDue()
  // What the process does by itself may be the one that has it under way.
  await settled(['falsa@example.com failed recipient', 'luego@example.com sent -', 'rosa@example.com sent -'])
  expect(receivers()).toEqual(['rosa@example.com', 'luego@example.com'])
})

it('has the same Message-ID in every try, so that a mail that came twice is recognised', async () => {
  await post('rosa@example.com')
  await allSent(t)
  // As after a kill between the server's answer and the mark: the row still says that it is being tried.
  const [sent] = smtp.caught
  const id = /^<([0-9a-f-]{36})@acarreo\.example>$/.exec(sent?.mail.messageId ?? '')?.[1]
  expect((await t.deps.database.pool.query('select message_id from mails')).rows).toEqual([
    { message_id: id },
  ])
})

it('is not sent any more when its link has run out, and is forgotten', async () => {
  const comeBack = await serverGoes()
  const until = t.clock.now() + 60 * MINUTE
  await post('rosa@example.com', { kind: 'recovery', until })
  await post('luis@example.com')
  await settled(['rosa@example.com waiting unreachable', 'luis@example.com waiting unreachable'])
  await comeBack()
  t.clock.advance(60 * MINUTE)
  await t.deps.postman.sendDue()
  await settled(['rosa@example.com failed unreachable', 'luis@example.com sent -'])
  expect((await rows())[0]?.sealed).toBeNull()
  expect(receivers()).toEqual(['luis@example.com'])
})

it('is given up after three days, and its row goes after thirty more', async () => {
  await serverGoes()
  await post('rosa@example.com')
  await settled(['rosa@example.com waiting unreachable'])
  t.clock.advance(3 * 24 * 60 * MINUTE)
  await t.deps.postman.sendDue()
  await settled(['rosa@example.com failed unreachable'])
  t.clock.advance(30 * 24 * 60 * MINUTE)
  await t.deps.postman.sendDue()
  expect(await rows()).toEqual([])
})

it('takes turns with the mails of others: a tenant who sends many keeps nobody waiting', async () => {
  const comeBack = await serverGoes()
  for (let n = 0; n < 12; n++) await post(`cliente${n}@example.com`, { kind: 'evidence', tenantId: 7 })
  await post('rosa@example.com', { kind: 'recovery' })
  await post('otro0@example.com', { kind: 'evidence', tenantId: 8 })
  await post('otro1@example.com', { kind: 'evidence', tenantId: 8 })
  await expect.poll(async () => (await rows()).every(({ held }) => held), { timeout: 20_000 }).toBe(true)
  await restsFor(500)
  await comeBack()
  t.clock.advance(16 * MINUTE)
  const { send } = t.deps.mailer
  t.deps.mailer.send = (...mail) => {
    t.clock.advance(1)
    return send(...mail)
  }
  await t.deps.postman.sendDue()
  const order = receivers().map((to) => to.replace(/@.*/, ''))
  expect(order).toHaveLength(15)
  expect(order.slice(0, 5).sort()).toEqual(['cliente0', 'cliente1', 'otro0', 'otro1', 'rosa'])
  expect(order.filter((to) => to.startsWith('cliente'))).toEqual(
    Array.from({ length: 12 }, (_, n) => `cliente${n}`),
  )
})

it('is sent by one of several processes, and by another when the secret was replaced', async () => {
  const parts: Partial<AppParts> = { database: t.deps.database, clock: t.clock, mailer: t.deps.mailer }
  const other = await createTestApp(parts)
  const wanted = Array.from({ length: 20 }, (_, n) => `m${n}@example.com`)
  await Promise.all(wanted.map((to, n) => post(to, {}, n % 2 ? other : t)))
  await allSent(t)
  expect(receivers().sort()).toEqual(wanted.sort())
  await other.close()

  const comeBack = await serverGoes()
  await post('antes@example.com')
  await expect.poll(async () => (await rows()).at(-1)?.held, { timeout: 20_000 }).toBe(true)
  await comeBack()
  t.clock.advance(MINUTE)
  const forgot = await createTestApp({
    ...parts,
    sessionSecrets: ['a secret that never sealed what waits there'],
  })
  await forgot.deps.postman.sendDue()
  await forgot.close()
  expect((await rows()).at(-1)).toMatchObject({ state: 'failed', cause: 'unreadable', sealed: null })
})

it('is counted, from zero', async () => {
  const before = await figures()
  expect(before).toMatchObject({
    'acarreo_mails_total sent': 0,
    'acarreo_mails_total failed': 0,
    'acarreo_mails_total held': 0,
    acarreo_mails_waiting: 0,
    acarreo_mails_oldest_waiting_seconds: 0,
  })
  behaviour.refused = { 'falsa@example.com': 550, 'luego@example.com': 451 }
  for (const to of ['rosa', 'falsa', 'luego']) await post(`${to}@example.com`)
  await settled([
    'rosa@example.com sent -',
    'falsa@example.com failed recipient',
    'luego@example.com waiting later',
  ])
  // Shorter than the first backoff (next-try.ts), or the third is tried again before the figures are read.
  t.clock.advance(10_000)
  expect(await figures()).toMatchObject({
    'acarreo_mails_total sent': 1,
    'acarreo_mails_total failed': 1,
    'acarreo_mails_total put_off': 1,
    acarreo_mails_waiting: 1,
    acarreo_mails_oldest_waiting_seconds: 10,
  })
})
