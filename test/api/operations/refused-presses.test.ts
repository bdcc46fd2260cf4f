import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { nextContainerNumber } from '../../support/history.ts'

const LIMIT = 5

let t: TestApp
let boss: Actor

beforeAll(async () => {
  t = await createTestApp({ rateLimits: createRateLimits({ refusedPressesOfAccount: LIMIT }) })
  boss = await register(t.app, 'supervisor')
})
afterAll(() => t.close())

const start = (driver: Actor) => driver.post('/api/containers', { containerId: nextContainerNumber() })
const retract = (driver: Actor, containerId: string, position: number) =>
  driver.post(`/api/containers/${containerId}/corrections`, {
    kind: 'retraction',
    correctionId: crypto.randomUUID(),
    position,
  })
const press = (driver: Actor, containerId: string, eventType: string) =>
  driver.post('/api/events', { containerId, eventType })

it.each<[string, (driver: Actor, key: string) => Promise<{ status: number }>, number]>([
  ['a step that is not next', (driver, key) => press(driver, key, 'end_trip'), 409],
  ['a step of an unknown operation', (driver, key) => press(driver, key.slice(0, -1), 'en_route'), 404],
  ['a second start', start, 409],
  ['a retraction of what was never pressed', (driver, key) => retract(driver, key, 7), 409],
])(
  '%s, again and again, is refused without a look, for a while and for this driver alone',
  async (_what, vain, status) => {
    const [driver, other] = [await operatorOf(t.app, boss), await operatorOf(t.app, boss)]
    const [{ body: own }, { body: theirs }] = [await start(driver), await start(other)]
    for (let i = 0; i <= LIMIT; i++) expect((await vain(driver, own.containerId)).status).toBe(status)
    for (const answer of [
      await vain(driver, own.containerId),
      await press(driver, own.containerId, 'en_route'),
    ]) {
      expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    }
    expect((await press(other, theirs.containerId, 'en_route')).status).toBe(201)
  },
)

it('presses that are recorded, and those that come twice, do not count', async () => {
  const driver = await operatorOf(t.app, boss)
  const { containerId } = (await start(driver)).body
  const eventId = crypto.randomUUID()
  const report = { containerId, eventType: 'en_route', eventId }
  expect((await driver.post('/api/events', report)).status).toBe(201)
  for (let i = 0; i <= 2 * LIMIT; i++) expect((await driver.post('/api/events', report)).status).toBe(200)
  expect((await press(driver, containerId, 'stop_rest')).status).toBe(201)
})
