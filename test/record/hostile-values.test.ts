import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { verifyAudit } from '#server/features/base/audit/verify'
import { verifyRecord } from '#server/record/verify/verify'
import { type Actor, anonymous, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { nextContainerNumber } from '../support/history.ts'
import { REST_OF_TRIP } from '../support/whole-trip.ts'

// What is hashed must be what PostgreSQL stores, or one row makes the whole record look altered.

let t: TestApp
let boss: Actor
let driver: Actor
let key: string

beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

beforeEach(async () => {
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
  key = await started(driver)
})

async function started(actor: Actor): Promise<string> {
  return (await actor.post('/api/containers', { containerId: nextContainerNumber() })).body.containerId
}

const correct = (body: object, actor = boss, containerId = key) =>
  actor.post(`/api/containers/${containerId}/corrections`, { reason: 'de prueba', ...body })

async function expectWhole(): Promise<void> {
  expect((await verifyRecord(t.deps.database)).fault).toBeNull()
  expect((await verifyAudit(t.deps.database)).fault).toBeNull()
}

it.each([
  ['half a character', 'abc\ud800', 400],
  ['a zero byte', 'abc\0def', 400],
  ['signs outside the first plane', '😀 "\\\u2028', 201],
])('a reason with %s', async (_, reason, status) => {
  expect((await correct({ kind: 'cancellation', reason })).status).toBe(status)
  await expectWhole()
})

it.each([
  ['1900-01-01T00:00:00Z', 400],
  ['9999-12-31T23:59:59Z', 400],
  ['2000-01-01T00:00:00.123456789Z', 201],
])('a start that is moved to %s', async (timestamp, status) => {
  expect((await correct({ kind: 'time', position: 1, timestamp })).status).toBe(status)
  for (const eventType of REST_OF_TRIP) {
    expect((await driver.post('/api/events', { containerId: key, eventType })).status).toBe(201)
  }
  for (const path of ['/api/events', '/api/supervisor/kpis', '/api/events/export']) {
    expect([path, (await boss.get(path)).status]).toEqual([path, 200])
  }
  await expectWhole()
})

it.each([
  [-0, -0],
  [5e-324, 1e-7],
  [-90, 180],
])('coordinates %d, %d', async (lat, lng) => {
  const press = { containerId: key, eventType: 'en_route', coordinates: { lat, lng }, accuracy: 5e-324 }
  expect((await driver.post('/api/events', { ...press, clockOffsetMs: -0 })).status).toBe(201)
  expect((await correct({ kind: 'retraction', position: 2 })).status).toBe(201)
  await expectWhole()
})

it('the id of a correction says nothing to another tenant', async () => {
  const correctionId = randomUUID()
  expect((await correct({ kind: 'cancellation', correctionId })).status).toBe(201)
  const other = await register(t.app, 'supervisor')
  const theirs = await started(await operatorOf(t.app, other))
  expect((await correct({ kind: 'cancellation', correctionId }, other)).status).toBe(404)
  expect((await other.get(`/api/containers/${key}/corrections`)).status).toBe(404)
  const own = await correct({ kind: 'cancellation', correctionId }, other, theirs)
  expect([own.status, own.body.correction.containerId]).toEqual([201, theirs])
})

it('a link that was revoked or has expired answers its own tag as an unknown one', async () => {
  const { body: link } = await boss.post(`/api/containers/${key}/links`, {
    name: 'c',
    level: 'times',
    days: 1,
  })
  const path = `/api/public/containers/${link.url.split('/').at(-1)}`
  const nobody = anonymous(t.app)
  const tagged = { 'if-none-match': String((await nobody.get(path)).headers.etag) }
  const status = async (url: string) => (await nobody.get(url, tagged)).status
  expect(await status(path)).toBe(304)
  // The tag of one level is none of another.
  expect(await status(`/api/public/containers/${key}`)).toBe(200)
  t.clock.advance(86_400_000)
  expect(await status(path)).toBe(404)
  t.clock.advance(-86_400_000)
  await boss.delete(`/api/containers/${key}/links/${link.id}`)
  const gone = await nobody.get(path, tagged)
  const unknown = await nobody.get(`/api/public/containers/e${'A'.repeat(43)}`, tagged)
  expect([gone.status, gone.body]).toEqual([404, unknown.body])
  expect(await status(path.replace('containers', 'events'))).toBe(404)
})
