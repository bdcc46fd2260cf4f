import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clockOffset, observeServerDate, serverNow } from './server-clock.ts'

const NOW = Date.parse('2025-03-31T12:00:00.000Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  observeServerDate(new Date(NOW).toUTCString(), NOW, NOW)
  vi.useRealTimers()
})

describe('server clock', () => {
  it('follows a server whose clock differs by minutes', () => {
    observeServerDate('Mon, 31 Mar 2025 12:04:00 GMT', NOW - 100, NOW)
    expect(Math.abs(serverNow() - (NOW + 240_000))).toBeLessThan(1000)
  })

  it('keeps counters steady over a second or two', () => {
    observeServerDate('Mon, 31 Mar 2025 12:00:01 GMT', NOW, NOW)
    expect(serverNow()).toBe(NOW)
  })

  it('ignores a slow answer, and an invalid header', () => {
    observeServerDate('Mon, 31 Mar 2025 12:04:00 GMT', NOW - 20_000, NOW)
    observeServerDate('gestern', NOW, NOW)
    observeServerDate(null, NOW, NOW)
    expect(serverNow()).toBe(NOW)
  })

  it('narrows the offset with every answer, because headers have whole seconds', () => {
    const wrong = 37 * 60_000
    for (const ms of [0, 130, 420, 610, 990]) {
      const there = NOW + wrong + ms
      observeServerDate(new Date(there - (there % 1000)).toUTCString(), NOW + ms - 40, NOW + ms)
    }
    expect(Math.abs((clockOffset() ?? 0) - wrong)).toBeLessThan(120)
  })

  it('measures a clock that was set back; forward it may have slept', () => {
    observeServerDate(new Date(NOW).toUTCString(), NOW, NOW)
    const before = clockOffset() ?? Number.NaN
    vi.setSystemTime(NOW - 600_000)
    expect(clockOffset()).toBe(before + 600_000)
    expect(Math.abs(serverNow() - NOW)).toBeLessThan(1000)
    vi.setSystemTime(NOW + 600_000)
    expect(clockOffset()).toBeNull()
    observeServerDate(new Date(NOW).toUTCString(), NOW + 600_000, NOW + 600_000)
    expect(Math.abs((clockOffset() ?? 0) + 600_000)).toBeLessThan(1100)
  })
})
