import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSupervisorQueue, QueueTimeout } from './supervisor-queue.ts'

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

it('limits the concurrency of one supervisor, first in first out, and lets other supervisors pass', async () => {
  const queue = createSupervisorQueue({ concurrency: 2, timeoutMs: 1_000 })
  const begun: string[] = []
  const [a, b, c, d, other] = ['a', 'b', 'c', 'd', 'other'].map((name) => job(name, begun))
  if (!a || !b || !c || !d || !other) throw new Error('five jobs')
  const answers = [a, b, c, d].map(({ work }) => queue.run(1, work))
  void queue.run(2, other.work)
  await settled()
  expect(begun).toEqual(['a', 'b', 'other'])
  b.end()
  await settled()
  expect(begun).toEqual(['a', 'b', 'other', 'c'])
  for (const one of [a, c, d]) one.end()
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd'])
})

it('runs the next work after one that throws, and rejects with its error', async () => {
  const queue = createSupervisorQueue({ concurrency: 1, timeoutMs: 1_000 })
  const begun: string[] = []
  const [bad, good] = [job('bad', begun), job('good', begun)]
  const failed = expect(queue.run(1, bad.work)).rejects.toThrow('bad')
  const answer = queue.run(1, good.work)
  bad.fail()
  await failed
  good.end()
  expect(await answer).toBe('good')
})

it('times out without beginning the work, and those behind keep their place', async () => {
  const queue = createSupervisorQueue({ concurrency: 1, timeoutMs: 1_000 })
  const begun: string[] = []
  const [held, early, late] = [job('held', begun), job('early', begun), job('late', begun)]
  void queue.run(1, held.work)
  const refused = expect(queue.run(1, early.work)).rejects.toThrow(QueueTimeout)
  await vi.advanceTimersByTimeAsync(500)
  const answer = queue.run(1, late.work)
  await vi.advanceTimersByTimeAsync(500)
  await refused
  held.end()
  late.end()
  expect(await answer).toBe('late')
  expect(begun).toEqual(['held', 'late'])
})

it('drops empty queues and leaves no timer behind', async () => {
  const queue = createSupervisorQueue({ concurrency: 1, timeoutMs: 1_000 })
  await Promise.all(Array.from({ length: 300 }, (_, i) => queue.run(i % 100, async () => i)))
  expect([queue.size(), vi.getTimerCount()]).toEqual([0, 0])
})
