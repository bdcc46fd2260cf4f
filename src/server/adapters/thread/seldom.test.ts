import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { seldom } from './seldom.ts'

/** Work of so long, which says how often it began. */
function counted(milliseconds = 20) {
  let begun = 0
  const ask = seldom(async () => {
    begun++
    await pause(milliseconds)
    return begun
  })
  return { ask, begun: () => begun }
}

it('runs once for all who ask while one runs or is awaited', async () => {
  const { ask, begun } = counted()
  const first = ask()
  await pause(5)
  const others = Promise.all(Array.from({ length: 50 }, ask))
  expect(await first).toBe(1)
  expect(new Set(await others)).toEqual(new Set([2]))
  expect(begun()).toBe(2)
})

it('gives nobody what began before they asked', async () => {
  const { ask } = counted()
  expect([await ask(), await ask()]).toEqual([1, 2])
})

it('rests much longer than it works, however often it is asked', async () => {
  const { ask, begun } = counted()
  const from = performance.now()
  while (performance.now() - from < 1000) await ask()
  // Ten times twenty milliseconds each; the last may have been waited for.
  expect(begun()).toBeLessThanOrEqual(7)
})

it('tells a failure to those who asked, and runs again for the next', async () => {
  let runs = 0
  const ask = seldom(async () => {
    if (++runs === 1) throw new Error('away')
    return runs
  })
  await expect(ask()).rejects.toThrow('away')
  expect(await ask()).toBe(2)
})
