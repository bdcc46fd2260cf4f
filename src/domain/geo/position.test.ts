import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Coordinates, distanceKm, formatCoordinates, formatMetres, mapsLink } from './position.ts'

const MANZANILLO = { lat: 19.07, lng: -104.29 }
const HALF_WAY_ROUND = Math.PI * 6371

const position: fc.Arbitrary<Coordinates> = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('the great circle', () => {
  it.each<[string, Coordinates, Coordinates, number]>([
    ['a degree of latitude', { lat: 19, lng: -100 }, { lat: 20, lng: -100 }, 111.195],
    ['a degree along the equator', { lat: 0, lng: 10 }, { lat: 0, lng: 11 }, 111.195],
    ['a degree along 60° north, half of it', { lat: 60, lng: 10 }, { lat: 60, lng: 11 }, 55.597],
    ['across the date line', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, 111.195],
    ['pole to pole', { lat: 90, lng: 0 }, { lat: -90, lng: 0 }, HALF_WAY_ROUND],
    ['the antipode', { lat: 19, lng: -99 }, { lat: -19, lng: 81 }, HALF_WAY_ROUND],
    ['the same pole by another meridian', { lat: 90, lng: 0 }, { lat: 90, lng: 135 }, 0],
  ])('%s', (_what, from, to, km) => {
    expect(distanceKm(from, to)).toBeCloseTo(km, 2)
  })

  it.each<[string, Coordinates, Coordinates, number]>([
    ['Nashville to Los Angeles', { lat: 36.12, lng: -86.67 }, { lat: 33.94, lng: -118.4 }, 2886],
    ['Mexico City to Guadalajara', { lat: 19.4326, lng: -99.1332 }, { lat: 20.6597, lng: -103.3496 }, 461],
    ['Mexico City to Madrid', { lat: 19.4326, lng: -99.1332 }, { lat: 40.4168, lng: -3.7038 }, 9060],
  ])('%s is the distance that others publish, within half a percent', (_what, from, to, km) => {
    expect(Math.abs(distanceKm(from, to) / km - 1)).toBeLessThan(0.005)
  })

  it('is never negative, never over half the way round, the same both ways, and zero to oneself', () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        const km = distanceKm(a, b)
        expect(km).toBeGreaterThanOrEqual(0)
        expect(km).toBeLessThanOrEqual(HALF_WAY_ROUND + 1e-6)
        expect(distanceKm(b, a)).toBeCloseTo(km, 6)
        expect(distanceKm(a, a)).toBe(0)
      }),
    )
  })

  it('is no longer straight than by way of a third place', () => {
    fc.assert(
      fc.property(position, position, position, (a, b, c) => {
        expect(distanceKm(a, c)).toBeLessThanOrEqual(distanceKm(a, b) + distanceKm(b, c) + 1e-3)
      }),
    )
  })
})

describe('a position in writing', () => {
  it('has six decimals', () => {
    expect(formatCoordinates({ lat: 20.52, lng: -103.1789999 })).toBe('20.520000, -103.179000')
  })

  it('opens in a map', () => {
    const link = new URL(mapsLink(MANZANILLO))
    expect(link.origin).toBe('https://www.google.com')
    expect(link.searchParams.get('q')).toBe('19.07,-104.29')
  })
})

it.each([
  [0, '0 m'],
  [820.3, '820 m'],
  [999.4, '999 m'],
  [999.5, '1.0 km'],
  [12_345, '12.3 km'],
])('says that %d metres are %s', (metres, said) => {
  expect(formatMetres(metres)).toBe(said)
})
