import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exactFix, wantsBetter, warmFix } from './warm-fix.ts'

const NOW = Date.UTC(2026, 0, 5, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const fake = (getCurrentPosition: Geolocation['getCurrentPosition']): Geolocation =>
  ({ getCurrentPosition }) as Geolocation

const position = (timestamp: number): GeolocationPosition =>
  ({ coords: { latitude: 19.05, longitude: -104.31, accuracy: 12 }, timestamp }) as GeolocationPosition

describe('a position for a press', () => {
  it('has its accuracy and age, and serves the next press too', async () => {
    const fix = await exactFix(
      NOW,
      fake((done) => done(position(NOW - 20_000))),
    )
    expect(fix).toEqual({ coordinates: { lat: 19.05, lng: -104.31 }, accuracy: 12, fixAgeSeconds: 20 })
    expect(warmFix(NOW + 60_000)).toMatchObject({ fixAgeSeconds: 80 })
    expect(wantsBetter(warmFix(NOW))).toBe(false)
    expect(wantsBetter(warmFix(NOW + 60_000))).toBe(true)
    expect(warmFix(NOW + 11 * 60_000)).toBeNull()
  })

  it('is not too old because a phone uses another epoch', async () => {
    const odd = await exactFix(
      NOW,
      fake((done) => done(position(1234))),
    )
    expect(odd?.fixAgeSeconds).toBe(0)
  })

  it('times out while the browser asks for permission, and the next presses do not wait', async () => {
    const asked = exactFix(
      NOW,
      fake(() => undefined),
    )
    await vi.advanceTimersByTimeAsync(2500)
    expect(await asked).toBeNull()
    expect(wantsBetter(null)).toBe(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(wantsBetter(null)).toBe(true)
  })

  it('is null at once where the phone refuses or lacks it', async () => {
    const denied = { code: 1, message: 'denied' } as GeolocationPositionError
    expect(
      await exactFix(
        NOW,
        fake((_done, failed) => failed?.(denied)),
      ),
    ).toBeNull()
    vi.stubGlobal('navigator', {})
    expect(await exactFix(NOW)).toBeNull()
  })
})
