import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askToKeep, isDue } from './keep-storage.ts'

const T0 = Date.UTC(2026, 0, 5, 12)
const DAY = 24 * 60 * 60 * 1000

describe('when to ask for persistent storage', () => {
  it('is the first time, and once a day until it is granted', () => {
    expect(isDue(null, T0, false)).toBe(true)
    // As an earlier version noted it.
    expect(isDue(true, T0, false)).toBe(true)
    expect(isDue({ at: T0, installed: false }, T0 + DAY - 1, false)).toBe(false)
    expect(isDue({ at: T0, installed: false }, T0 + DAY, false)).toBe(true)
    expect(isDue({ at: T0, installed: false }, T0 - 1, false)).toBe(true)
  })

  it('is at once after the page was installed', () => {
    expect(isDue({ at: T0, installed: false }, T0 + 1, true)).toBe(true)
    expect(isDue({ at: T0, installed: true }, T0 + 1, true)).toBe(false)
  })
})

describe('asking', () => {
  let granted = false
  const persist = vi.fn(async () => granted)

  beforeEach(() => {
    vi.useFakeTimers({ now: T0 })
    granted = false
    persist.mockClear()
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    })
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    vi.stubGlobal('navigator', { storage: { persist, persisted: async () => granted } })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('asks again each day until it is granted', async () => {
    expect(await askToKeep()).toBe(false)
    expect(await askToKeep()).toBe(false)
    expect(persist).toHaveBeenCalledTimes(1)
    vi.setSystemTime(T0 + DAY)
    persist.mockImplementationOnce(async () => {
      granted = true
      return true
    })
    expect(await askToKeep()).toBe(true)
    vi.setSystemTime(T0 + 3 * DAY)
    expect(await askToKeep()).toBe(true)
    expect(persist).toHaveBeenCalledTimes(2)
  })

  it('answers null where the browser lacks it', async () => {
    vi.stubGlobal('navigator', {})
    expect(await askToKeep()).toBeNull()
  })
})
