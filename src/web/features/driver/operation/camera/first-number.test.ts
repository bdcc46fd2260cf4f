import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { firstNumber, PATIENCE_MS } from './first-number.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const looking = (...texts: string[]) => vi.fn(async () => texts.shift() ?? '')

it('is the first number that its check digit confirms', async () => {
  const look = looking('', 'CSQU 305438', 'CSQU 305438 4', 'CSQU 3O5438 3\n22G1', 'TEXU3070079')
  const number = firstNumber(look, new AbortController().signal)
  await vi.runAllTimersAsync()
  expect(await number).toBe('CSQU3054383')
  expect(look).toHaveBeenCalledTimes(4)
})

it('is none after 20 s, and then nothing looks any more', async () => {
  const look = looking()
  const number = firstNumber(look, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1)
  const looks = look.mock.calls.length
  expect(looks).toBeGreaterThan(50)
  await vi.runAllTimersAsync()
  expect(await number).toBeNull()
  expect(look.mock.calls.length - looks).toBeLessThanOrEqual(1)
})

it('is none once it is no longer wanted', async () => {
  const unwanted = new AbortController()
  const look = looking('')
  const number = firstNumber(look, unwanted.signal)
  unwanted.abort()
  await vi.runAllTimersAsync()
  expect(await number).toBeNull()
  expect(look).toHaveBeenCalledTimes(1)
})

it('fails with the reader', async () => {
  const broken = firstNumber(() => Promise.reject(new Error('no service')), new AbortController().signal)
  await expect(broken).rejects.toThrow('no service')
})
