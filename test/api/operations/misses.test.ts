import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

const MISSES = 5

let t: TestApp
let operationKey: string
let addresses = 1
beforeAll(async () => {
  t = await createTestApp({
    rateLimits: createRateLimits({ registrationOfAddress: 10_000, missOfAddress: MISSES }),
  })
  const driver = await operatorOf(t.app, await register(t.app, 'supervisor'))
  operationKey = (await driver.post('/api/containers', { containerId: 'MSKU2000000' })).body.containerId
})
afterAll(() => t.close())

const from = (remoteAddress: string) => async (url: string) =>
  (await t.app.inject({ url, remoteAddress })).statusCode

const ask = () => from(`10.0.0.${addresses++}`)

it.each([
  ['numbers', (i: number) => `/api/public/containers/MSKU${3_000_000 + i}`],
  ['the events of numbers', (i: number) => `/api/public/events/MSKU${3_000_000 + i}`],
  ['pages of numbers', (i: number) => `/container/MSKU${3_000_000 + i}`],
  ['invitations', (i: number) => `/api/public/invitations/guess${i}`],
])('an address that tries %s is refused, also where it would find something', async (_, guess) => {
  const status = ask()
  for (let i = 0; i <= MISSES; i++) expect(await status(guess(i))).toBe(404)
  for (const url of [guess(99), `/api/public/containers/${operationKey}`, `/container/${operationKey}`]) {
    expect(await status(url)).toBe(429)
  }
  expect(await ask()(`/api/public/containers/${operationKey}`)).toBe(200)
})

it('who finds what they ask for is not counted', async () => {
  const status = ask()
  for (let i = 0; i < 4 * MISSES; i++) {
    expect(await status(`/api/public/containers/${operationKey}`)).toBe(200)
  }
})
