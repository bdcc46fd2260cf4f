import { expect, it } from 'vitest'
import { inTurns, mapInTurns } from './in-turns.ts'

function* busyFor(milliseconds: number): Generator<void, string> {
  const until = performance.now() + milliseconds
  while (performance.now() < until) yield
  return 'done'
}

it('lets others have the thread while it works, and returns what the work returns', async () => {
  let turns = 0
  let isDone = false
  const other = (): void => {
    turns++
    if (!isDone) setImmediate(other)
  }
  setImmediate(other)
  expect(await inTurns(busyFor(200))).toBe('done')
  isDone = true
  expect(turns).toBeGreaterThan(1)
})

it('maps in order', async () => {
  expect(await mapInTurns([3, 1, 2], (n) => n * 2)).toEqual([6, 2, 4])
  await expect(
    mapInTurns([1], () => {
      throw new Error('wrong')
    }),
  ).rejects.toThrow('wrong')
})
