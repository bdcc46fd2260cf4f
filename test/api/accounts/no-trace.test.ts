import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { atTheConsole } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { declaredRoutes } from '../../support/routes.ts'

/** The same for everybody. */
const KEPT = ['GET /api/config']

let t: TestApp
let boss: Actor
let driver: Actor
let operationKey: string
beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
  operationKey = (await driver.post('/api/containers', { containerId: 'MSKU2000000' })).body.containerId
})
afterAll(() => t.close())

it('no answer but those for everybody may be stored, whoever asks and whatever it says', async () => {
  const routes = (await declaredRoutes(t.app)).filter(({ method }) => method === 'GET')
  expect(routes.length).toBeGreaterThan(25)
  for (const { route, path } of routes) {
    const url = path.replace('{containerId}', operationKey).replace(/\{\w+\}/g, '1')
    for (const who of [boss, driver, anonymous(t.app)]) {
      const { headers } = await who.get(url)
      const wanted = KEPT.includes(route) ? 'private, no-cache' : 'no-store'
      expect([route, headers['cache-control']]).toEqual([route, wanted])
    }
  }
})

it('an export may not be stored', async () => {
  const answer = await boss.get('/api/events/export')
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
})

it('a logout empties the cache of the browser, and leaves what a phone has not delivered', async () => {
  const { headers } = await driver.post('/api/logout')
  expect(headers['clear-site-data']).toBe('"cache"')
  const admin = atTheConsole(t.app)
  await admin.login()
  expect((await admin.post('/api/admin/logout')).headers['clear-site-data']).toBe('"cache"')
})
