import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createRateLimits } from '../limits/rate-limits.ts'
import { adminTries } from './admin-guard.ts'
import { adminKey } from './admin-key.ts'

it('judges five of a hundred tries that come at once', async () => {
  const { failedAdminLoginOfAddress: limit } = createRateLimits()
  // As far away as a count that several processes share: between asking and counting there is time.
  const distant = {
    spend: (key: string) => limit.spend(key).finally(() => pause(5)),
    giveBack: (key: string) => pause(5).then(() => limit.giveBack(key)),
    forget: (key: string) => limit.forget(key),
  }
  const told: string[] = []
  const key = adminKey('the right key, and no other', ['a secret'])
  const tries = adminTries({ ofAddress: distant, ofDevice: distant }, key, {
    secondFactor: async () => ({ state: 'passed' }),
    onFailure: async (_address, action) => void told.push(action),
  })
  const answers = await Promise.allSettled([
    ...Array.from({ length: 99 }, (_, n) => tries({ key: `wrong ${n}` }, '203.0.113.1')),
    tries({ key: 'the right key, and no other' }, '203.0.113.1'),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(answers.at(-1)?.status).toBe('rejected')
  expect(told).toEqual([...Array(5).fill('admin_key_wrong'), 'admin_locked'])
  const right = Array.from({ length: 20 }, () => tries({ key: 'the right key, and no other' }, '203.0.113.2'))
  expect(await Promise.all(right)).toEqual(Array(20).fill({}))
})
