import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

const MONTH = '2026-03'
const PER_MINUTE = 30
const DEAR = 2

let t: TestApp
let boss: Actor
let other: Actor
beforeAll(async () => {
  t = await createTestApp({
    config: readConfig({ LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: String(PER_MINUTE) }),
    rateLimits: createRateLimits({
      registrationOfAddress: 10_000,
      figuresOfAccount: DEAR,
      exportsOfAccount: DEAR,
      accountsOfAccount: DEAR,
    }),
  })
  boss = await register(t.app, 'supervisor')
  other = await register(t.app, 'supervisor')
})
afterAll(() => t.close())

const report = { month: MONTH, operatorId: null }

it.each<[string, (who: Actor) => Promise<{ status: number }>]>([
  ['figures', (who) => who.get(`/api/supervisor/kpis?month=${MONTH}`)],
  ['exports', (who) => who.get('/api/events/export')],
  ['invitations', (who) => who.post('/api/users/invitations')],
])('limits %s of an account, and nobody else', async (_, ask) => {
  for (let i = 0; i < DEAR; i++) expect((await ask(boss)).status).toBeLessThan(300)
  expect((await ask(boss)).status).toBe(429)
  expect((await ask(other)).status).toBeLessThan(300)
})

it('counts what costs the same together', async () => {
  const who = await register(t.app, 'supervisor')
  expect((await who.post('/api/reports', report)).status).toBe(201)
  expect((await who.get(`/api/supervisor/kpis/visits?month=${MONTH}&timing=totalTime`)).status).toBe(200)
  expect((await who.get(`/api/supervisor/kpis?month=${MONTH}`)).status).toBe(429)
  expect((await who.post('/api/reports/export', report)).status).toBe(200)
  expect((await who.get('/api/events/export')).status).toBe(200)
  expect((await who.post('/api/reports/export', report)).status).toBe(429)
  await operatorOf(t.app, who)
  const created = await operatorOf(t.app, who)
  const change = { password: 'otra buena clave' }
  expect((await who.put(`/api/users/operators/${created.id}`, change)).status).toBe(429)
})

it('does not count what the guard refuses', async () => {
  const driver = await operatorOf(t.app, other)
  for (let i = 0; i < 3 * DEAR; i++) {
    expect((await driver.get(`/api/supervisor/kpis?month=${MONTH}`)).status).toBe(403)
  }
})

it('limits all requests of an account together, says when to come back, and nobody else', async () => {
  const driver = await register(t.app, 'operator')
  const answers = []
  for (let i = 0; i <= PER_MINUTE; i++) {
    answers.push(await driver.get(i % 2 === 0 ? '/api/user' : '/api/containers/active'))
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array(PER_MINUTE).fill(200), 429])
  const refused = answers.at(-1)
  expect(refused?.body).toMatchObject({ code: 'rate_limited' })
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await other.get('/api/user')).status).toBe(200)
})

it('leaves a phone that delivers five hundred steps at once far below the limit', () => {
  expect(readConfig({}).requestsPerMinute).toBeGreaterThan(2 * 500)
})
