import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { connectRedis } from '#server/adapters/redis'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { anonymous, register } from '../../support/actors.ts'
import type { TestApp } from '../../support/app.ts'
import { type Installation, startInstallation } from '../../support/processes/processes.ts'
import { startRedis } from '../../support/processes/redis.ts'

const SECRET = 'one secret for both'
const LIMITED = expect.objectContaining({ status: 429, code: 'rate_limited' })

/** The status of a login with a wrong password. */
async function tryWrong({ app }: TestApp, username: string): Promise<number> {
  return (await anonymous(app).post('/api/login', { username, password: 'no es esta' })).status
}

describe('with two processes', () => {
  let t: Installation
  beforeAll(async () => {
    t = await startInstallation()
  })
  afterAll(() => t.close())

  it('limits failed logins of one account to ten across processes', async () => {
    const { username } = await register(t.one.app, 'supervisor')
    const other = await register(t.one.app, 'supervisor')
    const statuses: number[] = []
    for (let i = 0; i < 10; i++) statuses.push(await tryWrong(i % 3 === 0 ? t.two : t.one, username))
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 401))
    for (const process of [t.one, t.two]) expect(await tryWrong(process, username)).toBe(429)
    expect(await tryWrong(t.two, other.username)).toBe(401)
    const answer = await anonymous(t.two.app).post('/api/login', { username, password: 'no es esta' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
  })
})

describe('the limits themselves', () => {
  it.each([
    ['recoveryOfAddress', 30],
    ['failedAdminLoginOfAddress', 5],
    ['failedLoginOfAddress', 100],
    ['wrongPasswordOfAccount', 10],
    ['registrationOfAddress', 20],
    ['publicPageOfAddress', 300],
  ] as const)('%s: %i a minute, with and without Redis', async (name, points) => {
    const { commands, close } = connectRedis(inject('redis').url, () => {})
    const prefix = `test:${randomUUID()}:`
    try {
      await expect.poll(() => commands.status).toBe('ready')
      for (const shared of [null, { redis: commands, prefix, secret: SECRET }]) {
        const limit = createRateLimits({}, shared)[name]
        const tries = await Promise.allSettled(
          Array.from({ length: points + 20 }, () => limit.spend('somebody')),
        )
        expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(points)
        await expect(limit.spend('somebody')).rejects.toEqual(LIMITED)
        for (let i = 0; i < points + 1; i++) {
          await limit.spend('somebody else')
          await limit.giveBack('somebody else')
        }
        await limit.giveBack('nobody')
        for (let i = 0; i < points; i++) await limit.spend('nobody')
        await expect(limit.spend('nobody')).rejects.toEqual(LIMITED)
      }
      expect(await commands.keys(`${prefix}limit:${name}:*`)).toHaveLength(3)
    } finally {
      await close()
    }
  })

  it('stores neither names nor addresses in Redis, nor hashes without a key', async () => {
    const { commands, close } = connectRedis(inject('redis').url, () => {})
    const prefix = `test:${randomUUID()}:`
    try {
      await expect.poll(() => commands.status).toBe('ready')
      for (const secret of ['one', 'another']) {
        const limits = createRateLimits({}, { redis: commands, prefix, secret })
        await limits.failedLoginOfAccount.spend('javier.ramirez')
        await limits.failedLoginOfAddress.spend('203.0.113.7')
      }
      const keys = await commands.keys(`${prefix}*`)
      expect(keys).toHaveLength(4)
      expect(keys.join()).not.toMatch(/javier|203\.0/)
    } finally {
      await close()
    }
  })
})

it('a Redis that is away or hangs makes limits less exact, not slower', async () => {
  const redis = await startRedis(inject('redis').program)
  onTestFinished(() => redis.stop())
  const { commands, prefix, close } = connectRedis(redis.url, () => {})
  onTestFinished(close)
  await expect.poll(() => commands.status).toBe('ready')
  const { failedAdminLoginOfAddress: limit } = createRateLimits(
    {},
    { redis: commands, prefix, secret: SECRET },
  )
  for (let i = 0; i < 4; i++) await limit.spend('here')

  redis.freeze()
  const frozenAt = performance.now()
  await limit.spend('here')
  expect(performance.now() - frozenAt).toBeLessThan(2_000)
  redis.thaw()

  await redis.kill()
  await expect.poll(() => commands.status).not.toBe('ready')
  const goneAt = performance.now()
  // One was counted in this process while Redis hung; four more reach its limit.
  for (let i = 0; i < 4; i++) await limit.spend('here')
  await expect(limit.spend('here')).rejects.toEqual(LIMITED)
  expect(performance.now() - goneAt).toBeLessThan(200)

  await redis.restart()
  await vi.waitFor(() => expect(commands.status).toBe('ready'), { timeout: 5_000 })
  // The count has expired.
  for (let i = 0; i < 5; i++) await limit.spend('here')
  await expect(limit.spend('here')).rejects.toEqual(LIMITED)
})
