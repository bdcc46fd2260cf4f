import { expect, it } from 'vitest'
import { createBoundedQueue, QueueFull } from './bounded-queue.ts'

it('runs so many at a time, in order, and refuses what does not fit', async () => {
  const queue = createBoundedQueue({ concurrency: 2, waiting: 3 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) => () => {
    begun.push(n)
    return new Promise<number>((resolve) => ends.push(() => resolve(n)))
  }
  const results = Promise.allSettled([1, 2, 3, 4, 5, 6].map((n) => queue.run(work(n))))
  await new Promise(setImmediate)
  expect(begun).toEqual([1, 2])
  for (let i = 0; i < 5; i++) {
    ends[i]?.()
    await new Promise(setImmediate)
    expect(begun.length - i - 1).toBeLessThanOrEqual(2)
  }
  expect(begun).toEqual([1, 2, 3, 4, 5])
  const settled = await results
  expect(settled.slice(0, 5).map((one) => one.status === 'fulfilled' && one.value)).toEqual([1, 2, 3, 4, 5])
  expect(settled[5]).toEqual({ status: 'rejected', reason: expect.any(QueueFull) })
})

it('hands on the place of work that fails', async () => {
  const queue = createBoundedQueue({ concurrency: 1, waiting: 1 })
  const failing = queue.run(() => Promise.reject(new Error('broken')))
  const next = queue.run(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
  await expect(queue.run(async () => 'free again')).resolves.toBe('free again')
})
