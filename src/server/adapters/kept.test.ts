import { expect, it } from 'vitest'
import { createKept } from './kept.ts'

function given({ most = 10 } = {}) {
  let now = 0
  let reads = 0
  const kept = createKept<string, number>({ forMs: 100, most, now: () => now })
  return {
    ask: (key = 'a') => kept(key, async () => ++reads),
    fail: () => kept('a', () => Promise.reject(new Error('away'))),
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('reads once for callers at the same time, and again when its time is over', async () => {
  const { ask, pass } = given()
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  pass(99)
  expect(await ask()).toBe(1)
  pass(1)
  expect(await ask()).toBe(2)
})

it('keeps no fault', async () => {
  const { ask, fail } = given()
  await expect(fail()).rejects.toThrow('away')
  expect(await ask()).toBe(1)
})

it('forgets the oldest', async () => {
  const { ask } = given({ most: 1 })
  expect([await ask('a'), await ask('b'), await ask('a')]).toEqual([1, 2, 3])
})
