import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { adminTries } from './admin-guard.ts'
import { adminKey } from './admin-key.ts'
import { createRateLimits } from './rate-limits.ts'

it('compares one try of an address after the other: a hundred at once are not a hundred tries', async () => {
  const { failedAdminLoginOfAddress: limit } = createRateLimits()
  // As far away as a count that several processes share: between asking and counting there is time.
  const distant = {
    check: (key: string) => limit.check(key).finally(() => pause(5)),
    spend: (key: string) => pause(5).then(() => limit.spend(key)),
  }
  const key = adminKey('the right key, and no other', 'a secret')
  const tries = adminTries(distant, key)
  const answers = await Promise.allSettled([
    ...Array.from({ length: 99 }, (_, n) => tries(`wrong ${n}`, '203.0.113.1')),
    tries('the right key, and no other', '203.0.113.1'),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(answers.at(-1)?.status).toBe('rejected')
  expect(await tries('the right key, and no other', '203.0.113.2')).toBe(true)
})
