import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueues, QueueFull, QueueLeft, QueueTimeout } from './queues.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const settled = () => vi.advanceTimersByTimeAsync(0)

/** Work that lasts until it is told to end. */
function jobs() {
  const begun: string[] = []
  const ends = new Map<string, { end: () => void; fail: () => void }>()
  return {
    begun,
    of: (name: string) => () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.set(name, { end: () => resolve(name), fail: () => reject(new Error(name)) })
      })
    },
    async end(...names: string[]) {
      for (const name of names) {
        ends.get(name)?.end()
        await settled()
      }
    },
    fail: (name: string) => ends.get(name)?.fail(),
  }
}

describe('one queue', () => {
  it('has limited concurrency, first in first out, and lets other keys pass', async () => {
    const queues = createQueues<number>({ each: 2 })
    const { begun, of, end } = jobs()
    const answers = ['a', 'b', 'c', 'd'].map((name) => queues.run(1, of(name)))
    void queues.run(2, of('other'))
    await settled()
    expect(begun).toEqual(['a', 'b', 'other'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'other', 'c'])
    await end('a', 'c', 'd')
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('runs the next work after one that throws, and rejects with its error', async () => {
    const queues = createQueues<number>({ each: 1 })
    const { of, fail, end } = jobs()
    const failed = expect(queues.run(1, of('bad'))).rejects.toThrow('bad')
    const answer = queues.run(1, of('good'))
    await settled()
    fail('bad')
    await failed
    await end('good')
    expect(await answer).toBe('good')
  })

  it('lets so many wait, and refuses the next at once', async () => {
    const queues = createQueues<number>({ each: 1, waiting: 2 })
    const { begun, of, end } = jobs()
    const three = ['a', 'b', 'c'].map((name) => queues.run(1, of(name)))
    await expect(queues.run(1, of('d'))).rejects.toThrow(QueueFull)
    void queues.run(2, of('other'))
    await end('a')
    const next = queues.run(1, of('e'))
    await end('b', 'c', 'e')
    expect(await Promise.all([...three, next])).toEqual(['a', 'b', 'c', 'e'])
    expect(begun).not.toContain('d')
  })

  it('times out without beginning the work, and those behind keep their place', async () => {
    const queues = createQueues<number>({ each: 1, timeoutMs: 1_000 })
    const { begun, of, end } = jobs()
    void queues.run(1, of('held'))
    const refused = expect(queues.run(1, of('early'))).rejects.toThrow(QueueTimeout)
    await vi.advanceTimersByTimeAsync(500)
    const answer = queues.run(1, of('late'))
    await vi.advanceTimersByTimeAsync(500)
    await refused
    await end('held', 'late')
    expect(await answer).toBe('late')
    expect(begun).toEqual(['held', 'late'])
  })

  it('is left by whoever has gone, who takes no place', async () => {
    const queues = createQueues<number>({ each: 1, waiting: 1 })
    const { begun, of, end } = jobs()
    const gone = new AbortController()
    void queues.run(1, of('held'))
    const left = expect(queues.run(1, of('left'), gone)).rejects.toThrow(QueueLeft)
    gone.abort()
    await left
    await expect(queues.run(1, of('gone before'), gone)).rejects.toThrow(QueueLeft)
    void queues.run(1, of('next'))
    await end('held')
    expect(begun).toEqual(['held', 'next'])
  })

  it('lets what is half done wait beyond both limits', async () => {
    const queues = createQueues<number>({ each: 1, waiting: 0, timeoutMs: 1_000 })
    const { of, end } = jobs()
    void queues.run(1, of('held'))
    const patient = queues.run(1, of('patient'), { patient: true })
    await vi.advanceTimersByTimeAsync(60_000)
    await end('held', 'patient')
    expect(await patient).toBe('patient')
  })
})

describe('what all queues share', () => {
  it('goes to one of each in turn, however many of one wait', async () => {
    const queues = createQueues<string>({ each: 2, inAll: 3 })
    const { begun, of, end } = jobs()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'])
      void queues.run(name.charAt(0), of(name))
    await settled()
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    expect(queues.counts()).toEqual({ running: 3, waiting: 5 })
    await end('b1')
    // The first queue is at its own limit.
    expect(begun.at(-1)).toBe('b2')
    await end('a1', 'a2')
    expect(begun.slice(-2)).toEqual(['a3', 'c1'])
    await end('a3', 'c1')
    expect(begun.slice(-2)).toEqual(['a4', 'a5'])
  })

  it('is not taken by a newcomer while somebody waits for it', async () => {
    const queues = createQueues<string>({ each: 1, inAll: 1 })
    const { begun, of, end } = jobs()
    for (const name of ['a', 'b', 'c']) void queues.run(name, of(name))
    await settled()
    await end('a')
    void queues.run('d', of('d'))
    await end('b', 'c', 'd')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })
})

it('gives a place back once, however often it is told to', async () => {
  const queues = createQueues<number>({ each: 1 })
  const end = await queues.enter(1)
  end()
  await queues.enter(1)
  end()
  expect(queues.counts()).toEqual({ running: 1, waiting: 0 })
})

it('drops empty queues and leaves no timer behind, also of those who never had a place', async () => {
  const queues = createQueues<number>({ each: 1, inAll: 50, waiting: 3, timeoutMs: 1_000 })
  const many = Array.from({ length: 300 }, (_, i) => queues.run(i % 100, async () => i))
  const { of, end } = jobs()
  await Promise.all(many)
  const held = Array.from({ length: 50 }, (_, i) => queues.run(i, of(`${i}`)))
  const late = expect(queues.run(200, of('late'))).rejects.toThrow(QueueTimeout)
  await vi.advanceTimersByTimeAsync(1_000)
  await late
  expect(queues.size()).toBe(50)
  await end(...held.map((_, i) => `${i}`))
  expect([queues.size(), vi.getTimerCount()]).toEqual([0, 0])
})
