import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHearing, type Hearing } from './hearing.ts'

let applied: number[]
let errors: unknown[]
let hearing: Hearing<number>

beforeEach(() => {
  vi.useFakeTimers()
  applied = []
  errors = []
  hearing = createHearing(
    (message) => {
      if (message < 0) throw new Error('not to be judged')
      applied.push(message)
    },
    (error) => errors.push(error),
  )
})
afterEach(() => void vi.useRealTimers())

const hear = (...messages: number[]) => {
  for (const message of messages) hearing.hear(message)
}

it('applies what waits together and in its order, 50 ms after the first of it', () => {
  hear(1, 2)
  vi.advanceTimersByTime(49)
  hear(3)
  expect(applied).toEqual([])
  vi.advanceTimersByTime(1)
  expect(applied).toEqual([1, 2, 3])
  hear(4)
  vi.advanceTimersByTime(50)
  expect(applied).toEqual([1, 2, 3, 4])
})

it('applies it before, and only once, when asked to catch up', () => {
  hear(1)
  hearing.catchUp()
  expect(applied).toEqual([1])
  vi.advanceTimersByTime(100)
  expect(applied).toEqual([1])
})

it('applies again after a read what was applied during it', async () => {
  hear(1)
  await hearing.reading(async () => {
    hearing.catchUp()
    hear(2)
  })
  expect(applied).toEqual([1, 1])
  hearing.catchUp()
  expect(applied).toEqual([1, 1, 2])
})

it('reports an error and goes on with the next message', () => {
  hear(1, -1, 2)
  vi.advanceTimersByTime(50)
  expect(applied).toEqual([1, 2])
  expect(errors).toEqual([new Error('not to be judged')])
})

it('drops what waits when it is stopped', () => {
  hear(1)
  hearing.stop()
  vi.advanceTimersByTime(100)
  expect(applied).toEqual([])
})
