import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeLater } from './store-later.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Sums by name; `fails`: whether the store is away. */
function given({ most = 10 } = {}) {
  const seen = {
    fails: false,
    stored: [] as Record<string, number>[],
    errors: [] as unknown[],
    /** Called while a store is under way. */
    meanwhile: () => {},
  }
  const sums = storeLater<string, number>({
    everyMs: 1_000,
    most,
    merge: (known, more) => known + more,
    async store(counted) {
      const asked = Object.fromEntries(counted)
      await Promise.resolve()
      seen.meanwhile()
      if (seen.fails) throw new Error('away')
      seen.stored.push(asked)
    },
    onError: (error) => seen.errors.push(error),
  })
  return { sums, seen }
}

it('stores what was counted in each interval, and nothing when nothing was', async () => {
  const { sums, seen } = given()
  sums.add('a', 1)
  sums.add('a', 2)
  sums.add('b', 5)
  await vi.advanceTimersByTimeAsync(999)
  expect(seen.stored).toEqual([])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(seen.stored).toEqual([{ a: 3, b: 5 }])
  await sums.close()
})

it('keeps what could not be stored, tries again with what came meanwhile, and reports once', async () => {
  const { sums, seen } = given({ most: 2 })
  seen.fails = true
  sums.add('a', 1)
  seen.meanwhile = () => {
    seen.meanwhile = () => {}
    sums.add('b', 1)
    sums.add('c', 1)
  }
  await sums.flush()
  sums.add('a', 1)
  await sums.flush()
  expect(seen.stored).toEqual([])
  expect(seen.errors).toHaveLength(1)
  seen.fails = false
  await sums.flush()
  expect(seen.stored).toEqual([{ a: 2, b: 1 }])
  seen.fails = true
  sums.add('d', 1)
  await sums.flush()
  expect(seen.errors).toHaveLength(2)
  await sums.close()
})

it('counts no new key beyond the most, and those it has on', async () => {
  const { sums, seen } = given({ most: 1 })
  sums.add('a', 1)
  sums.add('b', 1)
  sums.add('a', 1)
  await sums.flush()
  expect(seen.stored).toEqual([{ a: 2 }])
  await sums.close()
})

it('stores once more when it is closed, after a store under way, and never again', async () => {
  const { sums, seen } = given()
  sums.add('a', 1)
  const first = sums.flush()
  seen.meanwhile = () => {
    seen.meanwhile = () => {}
    sums.add('b', 1)
    sums.forget('a')
  }
  const last = sums.close()
  await Promise.all([first, last])
  expect(seen.stored).toEqual([{ a: 1 }, { b: 1 }])
  sums.add('c', 1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(seen.stored).toHaveLength(2)
})

it('stores nothing of a key that was forgotten', async () => {
  const { sums, seen } = given()
  sums.add('a', 1)
  sums.add('b', 1)
  sums.forget('a')
  await sums.close()
  expect(seen.stored).toEqual([{ b: 1 }])
})
