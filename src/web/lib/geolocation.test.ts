import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentFix } from './geolocation.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const fake = (getCurrentPosition: Geolocation['getCurrentPosition']): Geolocation =>
  ({ getCurrentPosition }) as Geolocation

describe('currentFix', () => {
  it('gives coordinates and accuracy, and asks for a fresh and exact position', async () => {
    let asked: PositionOptions | undefined
    const geolocation = fake((done, _failed, options) => {
      asked = options
      done({ coords: { latitude: 19.05, longitude: -104.31, accuracy: 12 } } as GeolocationPosition)
    })
    expect(await currentFix(geolocation)).toEqual({ coordinates: { lat: 19.05, lng: -104.31 }, accuracy: 12 })
    expect(asked).toEqual({ enableHighAccuracy: true, timeout: 4000, maximumAge: 30_000 })
  })

  it('gives up after 4 seconds, even while the browser still asks for permission', async () => {
    const fix = currentFix(fake(() => undefined))
    const outcome = expect(fix).rejects.toThrow('timeout')
    await vi.advanceTimersByTimeAsync(4000)
    await outcome
  })

  it('fails as the browser does', async () => {
    const denied = { code: 1, message: 'denied' } as GeolocationPositionError
    await expect(currentFix(fake((_done, failed) => failed?.(denied)))).rejects.toBe(denied)
  })
})
