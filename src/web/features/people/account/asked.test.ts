import { afterEach, expect, it, vi } from 'vitest'
import { mayAsk, putOff } from './asked.ts'

const DAY = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-03-01T12:00:00Z')

afterEach(() => vi.unstubAllGlobals())

it('asks again a week after it was put off, and each user for themselves', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  expect(mayAsk(7, NOW)).toBe(true)
  putOff(7, NOW)
  expect(mayAsk(7, NOW + 7 * DAY - 1)).toBe(false)
  expect(mayAsk(8, NOW)).toBe(true)
  expect(mayAsk(7, NOW + 7 * DAY)).toBe(true)
})
