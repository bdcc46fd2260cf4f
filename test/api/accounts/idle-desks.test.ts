import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACTIVITY_EVERY_MS } from '#domain/account/idle'
import { productJobs } from '#server/jobs/product-jobs'
import { runJob } from '#server/jobs/run-job'
import type { BusMessage } from '#server/live/bus/bus'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { doorLines } from '../../support/audit.ts'

const MINUTE = 60_000
/** A page reports late by this much at most. */
const LIMIT = 15 * MINUTE + ACTIVITY_EVERY_MS
let t: TestApp
/** Another process of the same installation, without a bus between them. */
let other: TestApp

beforeAll(async () => {
  t = await createTestApp()
  other = await createTestApp({ database: t.deps.database, clock: t.clock })
})
afterAll(async () => {
  await other.close()
  await t.close()
})

async function limit(value: string): Promise<void> {
  const admin = await administrator(t.app)
  expect((await admin.post('/api/admin/settings', { key: 'desk_idle_minutes', value })).status).toBe(200)
  for (const { app } of [t, other]) {
    const known = async () => (await app.inject('/api/config')).json().deskIdleMinutes
    await expect.poll(known, { timeout: 3000 }).toBe(Number(value))
  }
}

const polls = async (who: Actor) => (await who.get('/api/supervisor/operations')).status
const poll = async ({ app }: TestApp, { cookie }: Actor) =>
  (
    await app.inject({
      url: '/api/supervisor/operations',
      headers: { cookie: `acarreo.sid=${cookie}` },
    })
  ).statusCode

it('by default no desk ends, however long it only polls', async () => {
  const desk = await register(t.app, 'supervisor')
  for (let hour = 0; hour < 24; hour++) {
    t.clock.advance(60 * MINUTE)
    expect(await polls(desk)).toBe(200)
  }
})

it('where it is set, polls are no activity; a person is', async () => {
  await limit('15')
  const desk = await register(t.app, 'supervisor')
  for (let n = 0; n < 4; n++) {
    t.clock.advance(10 * MINUTE)
    expect(await polls(desk)).toBe(200)
    expect((await desk.post('/api/account/activity')).status).toBe(204)
  }
  t.clock.advance(LIMIT - 1)
  expect(await polls(desk)).toBe(200)
  t.clock.advance(1)
  expect(await polls(desk)).toBe(401)
  // For good: the session is gone.
  await limit('0')
  expect(await polls(desk)).toBe(401)
})

it('another process has heard of the person, too', async () => {
  await limit('15')
  const desk = await register(t.app, 'supervisor')
  expect(await poll(other, desk)).toBe(200)
  t.clock.advance(14 * MINUTE)
  expect((await desk.post('/api/account/activity')).status).toBe(204)
  t.clock.advance(14 * MINUTE)
  // What that process remembers is 28 minutes old.
  expect(await poll(other, desk)).toBe(200)
})

it('a job ends what no request asks for, closes its channels, and leaves a line', async () => {
  await limit('15')
  const desk = await register(t.app, 'supervisor')
  const boss = await register(t.app, 'supervisor')
  const driver = await operatorOf(t.app, boss)
  t.clock.advance(LIMIT)
  await boss.post('/api/login', { username: boss.username, password: 'una buena clave' })
  t.clock.advance(1)
  const heard: BusMessage[] = []
  const stop = t.deps.bus.subscribe((message) => heard.push(message))
  const job = productJobs(t.deps.config).find(({ name }) => name === 'idle_sessions')
  if (!job) throw new Error('no job')
  expect((await runJob(job, t.deps)).kind).toBe('ran')
  stop()
  expect(heard.some(({ kind }) => kind === 'logged_out')).toBe(true)
  const ended = (await doorLines(t)).filter(
    ({ actorId, action }) => actorId === desk.id && action === 'logout',
  )
  expect(ended).toMatchObject([{ actorKind: 'supervisor', actorName: desk.username, after: { idle: true } }])
  expect(await polls(desk)).toBe(401)
  expect(await polls(boss)).toBe(200)
  // A phone waits between two steps.
  expect((await driver.get('/api/user')).status).toBe(200)
})
