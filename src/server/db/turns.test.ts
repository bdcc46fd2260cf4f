import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTurns, NoTurn } from './turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const settled = () => vi.advanceTimersByTimeAsync(0)

/** Work that lasts until it is told to end. */
function job(name: string, begun: string[]) {
  let end = (): void => {}
  let fail = (): void => {}
  const outcome = new Promise<string>((resolve, reject) => {
    end = () => resolve(name)
    fail = () => reject(new Error(name))
  })
  return {
    end,
    fail,
    work: () => {
      begun.push(name)
      return outcome
    },
  }
}

it('lets so many of a line in at once, the others in the order in which they came, and other lines past them', async () => {
  const turns = createTurns({ atOnce: 2, patienceMs: 1_000 })
  const begun: string[] = []
  const [a, b, c, d, other] = ['a', 'b', 'c', 'd', 'other'].map((name) => job(name, begun))
  if (!a || !b || !c || !d || !other) throw new Error('five jobs')
  const answers = [a, b, c, d].map(({ work }) => turns.take(1, work))
  void turns.take(2, other.work)
  await settled()
  expect(begun).toEqual(['a', 'b', 'other'])
  b.end()
  await settled()
  expect(begun).toEqual(['a', 'b', 'other', 'c'])
  for (const one of [a, c, d]) one.end()
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd'])
})

it('gives the turn on when the work throws, and its error to whoever asked', async () => {
  const turns = createTurns({ atOnce: 1, patienceMs: 1_000 })
  const begun: string[] = []
  const [bad, good] = [job('bad', begun), job('good', begun)]
  const failed = expect(turns.take(1, bad.work)).rejects.toThrow('bad')
  const answer = turns.take(1, good.work)
  bad.fail()
  await failed
  good.end()
  expect(await answer).toBe('good')
})

it('turns away whoever waited for too long without beginning, and those behind them keep their place', async () => {
  const turns = createTurns({ atOnce: 1, patienceMs: 1_000 })
  const begun: string[] = []
  const [held, early, late] = [job('held', begun), job('early', begun), job('late', begun)]
  void turns.take(1, held.work)
  const refused = expect(turns.take(1, early.work)).rejects.toThrow(NoTurn)
  await vi.advanceTimersByTimeAsync(500)
  const answer = turns.take(1, late.work)
  await vi.advanceTimersByTimeAsync(500)
  await refused
  held.end()
  late.end()
  expect(await answer).toBe('late')
  expect(begun).toEqual(['held', 'late'])
})

it('forgets a line that nobody stands in, and leaves no timer behind', async () => {
  const turns = createTurns({ atOnce: 1, patienceMs: 1_000 })
  await Promise.all(Array.from({ length: 300 }, (_, i) => turns.take(i % 100, async () => i)))
  expect([turns.size(), vi.getTimerCount()]).toEqual([0, 0])
})
