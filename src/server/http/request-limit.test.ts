import { expect, it } from 'vitest'
import { Problem } from './problem.ts'
import { createRequestLimit } from './request-limit.ts'

it('counts for each account in each minute', () => {
  let now = 1000
  const count = createRequestLimit(2, () => now)
  for (const userId of [1, 1, 2]) count(userId)
  now += 20_000
  expect(() => count(1)).toThrow(Problem)
  expect(() => count(1)).toThrow(expect.objectContaining({ extra: { retryAfterSeconds: 40 } }))
  count(2)
  now += 40_000
  count(1)
  count(1)
  expect(() => count(1)).toThrow(Problem)
})
