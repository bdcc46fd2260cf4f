import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { observeServerDate, serverNow } from './server-clock.ts'

const NOW = Date.parse('2025-03-31T12:00:00.000Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  observeServerDate(new Date(NOW).toUTCString(), NOW, NOW)
  vi.useRealTimers()
})

describe('server clock', () => {
  it('follows a server that is minutes away from the phone', () => {
    observeServerDate('Mon, 31 Mar 2025 12:04:00 GMT', NOW - 100, NOW)
    expect(Math.abs(serverNow() - (NOW + 240_000))).toBeLessThan(1000)
  })

  it('does not let the counters jump for a second or two', () => {
    observeServerDate('Mon, 31 Mar 2025 12:00:01 GMT', NOW, NOW)
    expect(serverNow()).toBe(NOW)
  })

  it('ignores an answer that was long on its way, and a header that is no date', () => {
    observeServerDate('Mon, 31 Mar 2025 12:04:00 GMT', NOW - 20_000, NOW)
    observeServerDate('gestern', NOW, NOW)
    observeServerDate(null, NOW, NOW)
    expect(serverNow()).toBe(NOW)
  })
})
