import { afterAll, beforeAll, expect, it } from 'vitest'
import { tenantUsage } from '#server/db/schema/console'
import { dropOldUsage } from '#server/features/console/usage/service'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { atTheConsole } from '../../support/administrator.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'

const DAY_MS = 24 * 3_600_000

let t: TestApp
let boss: Actor
let quiet: Actor

/** What these people ask of another process of the installation, which stores its counts when it ends. */
async function asking(ask: (process: TestApp) => Promise<void>, more: object = {}): Promise<void> {
  const process = await createTestApp({ ...t.deps, ...more })
  await ask(process)
  await process.app.close()
}

/** By the key: no session of the console lasts for days. */
const usage = async (days = 1) =>
  (await atTheConsole(t.app).get(`/api/admin/usage?days=${days}`, { 'x-admin-key': ADMIN_KEY })).body.tenants

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor', 'ruidoso')
  quiet = await register(t.app, 'supervisor', 'callado')
})
afterAll(() => t.close())

it('counts what a supervisor and their drivers ask, and names who asks for most', async () => {
  const driver = await operatorOf(t.app, boss, 'chofer')
  await asking(
    async ({ app }) => {
      const get = (who: Actor, url: string) =>
        app.inject({ url, headers: { cookie: `acarreo.sid=${who.cookie}` } })
      const post = (who: Actor, url: string, payload: object) =>
        app.inject({ method: 'POST', url, payload, headers: { cookie: `acarreo.sid=${who.cookie}` } })
      await get(quiet, '/api/supervisor/operations')
      const start = { containerId: 'CSQU3054383', operationType: 'load', eventId: crypto.randomUUID() }
      const { containerId } = (await post(driver, '/api/containers', start)).json()
      // A replay records nothing.
      await post(driver, '/api/containers', start)
      await post(driver, '/api/events', { containerId, eventType: 'en_route' })
      await post(boss, '/api/live-token', {})
      for (let i = 0; i < 5; i++) await get(boss, '/api/supervisor/kpis')
    },
    { rateLimits: createRateLimits({ figuresOfAccount: 3 }) },
  )
  const [first, second, ...others] = await usage()
  expect(others).toEqual([])
  expect(first).toMatchObject({ username: 'ruidoso', refused: 2, events: 2, channels: 1, eventsStored: 2 })
  expect(first.requests).toBe(9)
  expect(first.bytesStored).toBeGreaterThan(0)
  expect(second).toMatchObject({ username: 'callado', requests: 1, refused: 0, events: 0 })
})

it('is a metric of those who ask for most, by number alone', async () => {
  await asking(async ({ app }) => {
    await app.inject({ url: '/api/user', headers: { cookie: `acarreo.sid=${boss.cookie}` } })
  })
  const { body } = await t.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
  expect(body).toMatch(new RegExp(`^acarreo_tenant_requests_today\\{supervisor="${boss.id}"\\} \\d+$`, 'm'))
  expect(body).not.toContain('ruidoso')
})

it('is the administrator’s alone', async () => {
  expect((await boss.get('/api/admin/usage')).status).toBe(401)
})

it('adds up processes and days, and forgets after ninety', async () => {
  const before = await usage(7)
  t.clock.advance(2 * DAY_MS)
  await asking(async ({ app }) => {
    await app.inject({ url: '/api/user', headers: { cookie: `acarreo.sid=${quiet.cookie}` } })
  })
  expect(await usage(1)).toMatchObject([{ username: 'callado', requests: 1 }])
  expect(await usage(7)).toMatchObject([before[0], { ...before[1], requests: before[1].requests + 1 }])
  t.clock.advance(100 * DAY_MS)
  await dropOldUsage(t.deps)
  expect(await t.deps.database.orm.select().from(tenantUsage)).toEqual([])
})
