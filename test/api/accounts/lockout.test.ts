import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, anonymous, PASSWORD, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

let t: TestApp
let owner: Actor
beforeEach(async () => {
  t = await createTestApp()
  owner = await register(t.app, 'supervisor')
})
afterEach(() => t.close())

const STRANGER = '203.0.113.7'

const loginFrom = (actor: Actor, password = PASSWORD) =>
  actor.post('/api/login', { username: owner.username, password })

/** Wrong passwords from one address; the statuses. */
async function guess(times: number, address: string): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < times; i++) {
    statuses.push((await loginFrom(anonymous(t.app, address), `clave${i}`)).status)
  }
  return statuses
}

it('a stranger does not lock out the owner, who is at another address', async () => {
  expect(await guess(11, STRANGER)).toEqual([...Array(10).fill(401), 429])
  expect((await loginFrom(anonymous(t.app, '198.51.100.4'))).status).toBe(200)
})

it('a stranger at the same address does not lock out a device that has logged in before', async () => {
  expect(await guess(11, '127.0.0.1')).toEqual([...Array(10).fill(401), 429])
  expect((await loginFrom(anonymous(t.app))).status).toBe(429)
  expect((await loginFrom(owner)).status).toBe(200)
})

it('a crowd of strangers closes the account to unknown devices, not to a known one', async () => {
  for (let i = 0; i < 10; i++) await guess(10, `198.51.100.${i}`)
  const refused = await loginFrom(anonymous(t.app, STRANGER))
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({
    messageCode: 'login_wait_unknown_device',
    params: { minutes: 60 },
    error: expect.stringContaining('Espere 60 minutos'),
  })
  // Nobody learns from it whether the account exists.
  const nobody = (address: string) =>
    anonymous(t.app, address).post('/api/login', { username: 'nadie', password: 'x' })
  for (let i = 0; i < 100; i++) await nobody(`198.51.100.${i % 10}`)
  expect((await nobody(STRANGER)).body).toEqual(refused.body)
  expect((await loginFrom(owner)).status).toBe(200)
})

it('what an address has spent on other accounts does not lock out a known device', async () => {
  const limited = await createTestApp({ rateLimits: createRateLimits({ failedLoginOfAddress: 3 }) })
  onTestFinished(() => limited.close())
  const here = await register(limited.app, 'operator')
  const body = { username: here.username, password: PASSWORD }
  for (let i = 0; i < 3; i++) {
    await anonymous(limited.app).post('/api/login', { username: `nadie${i}`, password: 'x' })
  }
  expect((await anonymous(limited.app).post('/api/login', body)).status).toBe(429)
  expect((await here.post('/api/login', body)).status).toBe(200)
})

it('a known device has ten tries of its own', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) statuses.push((await loginFrom(owner, `clave${i}`)).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect((await loginFrom(owner)).body).toMatchObject({ messageCode: 'login_wait', params: { minutes: 1 } })
  // Others are not affected.
  expect((await loginFrom(anonymous(t.app))).status).toBe(200)
})

it('is known by account: neither another account of the browser nor a planted cookie counts', async () => {
  const other = await register(t.app, 'operator')
  const stranger = anonymous(t.app, STRANGER)
  stranger.device = other.device
  for (let i = 0; i < 10; i++) expect((await loginFrom(stranger, 'no')).status).toBe(401)
  expect((await loginFrom(stranger, 'no')).body.messageCode).toBe('login_wait')

  const planted = anonymous(t.app)
  planted.device = stranger.device
  expect((await loginFrom(planted)).status).toBe(200)
  expect(planted.device?.split('.')).toEqual([expect.any(String), stranger.device])
  // The stranger's cookie is still that of a stranger.
  expect((await loginFrom(stranger, 'no')).status).toBe(429)
})

it('is forgotten with a new password', async () => {
  const boss = await register(t.app, 'supervisor')
  const answer = await boss.post('/api/users/operators', {
    username: 'conductor',
    displayName: 'Conductor',
    password: PASSWORD,
  })
  const driver = anonymous(t.app)
  await driver.post('/api/login', { username: 'conductor', password: PASSWORD })
  const before = driver.device
  await boss.put(`/api/users/operators/${answer.body.id}`, { password: 'otra clave buena' })
  for (let i = 0; i < 10; i++) await driver.post('/api/login', { username: 'conductor', password: 'no' })
  const right = { username: 'conductor', password: 'otra clave buena' }
  expect((await driver.post('/api/login', right)).status).toBe(429)
  expect((await anonymous(t.app, STRANGER).post('/api/login', right)).status).toBe(200)
  expect(driver.device).toBe(before)
})

it('waits 1, 2, 4 ... minutes, an hour at most', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { failedLoginOfDevice: limit } = createRateLimits()
  const waits: unknown[] = []
  for (let closing = 0; closing < 8; closing++) {
    for (let i = 0; i < 10; i++) await limit.spend('7')
    const refused = await limit.spend('7').catch((error: unknown) => error)
    waits.push((refused as { extra: { retryAfterSeconds: number } }).extra.retryAfterSeconds)
    await expect(limit.spend('7')).rejects.toMatchObject({ status: 429, begins: false })
    vi.advanceTimersByTime(Number(waits.at(-1)) * 1000 + 1)
  }
  expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600])
  vi.advanceTimersByTime(24 * 60 * 60 * 1000)
  for (let i = 0; i < 10; i++) await limit.spend('7')
  await expect(limit.spend('7')).rejects.toMatchObject({ extra: { retryAfterSeconds: 60 }, begins: true })
})
