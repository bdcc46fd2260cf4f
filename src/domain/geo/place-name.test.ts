import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AT_PLACE_KM, NEAR_PLACE_KM, placeName, placeNamed, placeOf } from './place-name.ts'
import { PLACES } from './places.ts'
import { type Coordinates, distanceKm } from './position.ts'

const COLIMA = { lat: 19.243, lng: -103.725 }
const KM_PER_DEGREE = (Math.PI * 6371) / 180

/** Kilometres due north, or (negative) south, of a position. */
const north = ({ lat, lng }: Coordinates, km: number): Coordinates => ({ lat: lat + km / KM_PER_DEGREE, lng })
/** Kilometres due east, or (negative) west, of a position; exact enough for tens of kilometres. */
const east = ({ lat, lng }: Coordinates, km: number): Coordinates => ({
  lat,
  lng: lng + km / (KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180)),
})

describe('where somebody is, in words', () => {
  it('is the place itself up to 5 km from it', () => {
    expect(placeName(COLIMA)).toBe('Colima')
    expect(placeName(north(COLIMA, 4.999))).toBe('Colima')
  })

  it('is the distance in whole kilometres beyond', () => {
    expect(placeName(north(COLIMA, 5.001))).toBe('a 5 km de Colima')
    expect(placeName(north(COLIMA, 12.4))).toBe('a 12 km de Colima')
    expect(placeName(north(COLIMA, 12.6))).toBe('a 13 km de Colima')
  })

  it('ends at 60 km', () => {
    const durango = { lat: 24.02, lng: -104.66 }
    expect(placeName(north(durango, 59.999))).toBe('a 60 km de Durango')
    expect(placeName(north(durango, 60.001))).toBeNull()
  })

  it('keeps the article of a name', () => {
    expect(placeName(east({ lat: 20.52, lng: -103.179 }, 9))).toBe('a 9 km de El Salto')
  })

  it('turns from one place to the next half way between them', () => {
    const halfWay = { lat: 25.67, lng: (-100.46 + -100.31) / 2 }
    expect(placeName(east(halfWay, -0.1))).toBe('a 7 km de Santa Catarina')
    expect(placeName(east(halfWay, 0.1))).toBe('a 7 km de Monterrey')
  })

  it('tells the port from the town beside it', () => {
    expect(placeName({ lat: 19.07, lng: -104.29 })).toBe('Puerto de Manzanillo')
    expect(placeName({ lat: 19.05, lng: -104.32 })).toBe('Manzanillo')
  })
})

describe('on the coasts', () => {
  const MAZATLAN = { lat: 23.23, lng: -106.41 }

  it('names Mazatlán on land and just off its shore', () => {
    expect(placeName(MAZATLAN)).toBe('Mazatlán')
    expect(placeName(east(MAZATLAN, -30))).toBe('a 30 km de Mazatlán')
  })

  it.each([
    ['the Gulf of California between Mazatlán and La Paz', { lat: 23.7, lng: -108.4 }],
    ['the mirror of Mazatlán on the Gulf of Mexico side', { lat: 23.23, lng: -96.6 }],
    ['the middle of the Gulf of Mexico', { lat: 23.5, lng: -93 }],
    ['Mazatlán with the sign of the longitude lost', { lat: 23.23, lng: 106.41 }],
    ['Mazatlán with the sign of the latitude lost', { lat: -23.23, lng: -106.41 }],
    ['the Pacific west of Manzanillo', { lat: 19.07, lng: -106 }],
    ['the island where an empty position lies', { lat: 0, lng: 0 }],
    ['Madrid', { lat: 40.42, lng: -3.7 }],
    ['the north pole', { lat: 90, lng: 0 }],
    ['the desert of Baja California', { lat: 29.0, lng: -114.2 }],
  ])('has no word for %s', (_where, position) => {
    expect(placeName(position)).toBeNull()
  })

  it('has no word for what is no position', () => {
    expect(placeName({ lat: Number.NaN, lng: Number.NaN })).toBeNull()
    expect(placeName({ lat: Number.POSITIVE_INFINITY, lng: 0 })).toBeNull()
  })
})

describe('the table', () => {
  it.each(PLACES)('names %s where it lies', (name, lat, lng) => {
    expect(placeName({ lat, lng })).toBe(name)
  })

  it('has every name once', () => {
    const names = PLACES.map(([name]) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('lies in Mexico', () => {
    for (const [name, lat, lng] of PLACES) {
      expect(lat, name).toBeGreaterThan(14.5)
      expect(lat, name).toBeLessThan(32.72)
      expect(lng, name).toBeGreaterThan(-117.13)
      expect(lng, name).toBeLessThan(-86.7)
    }
  })

  it.each<[string, string, number]>([
    // Straight-line distances between the centres, from other sources.
    ['Ciudad de México', 'Puebla', 107],
    ['Ciudad de México', 'Querétaro', 185],
    ['Guadalajara', 'El Salto', 24],
    ['Monterrey', 'Nuevo Laredo', 216],
    ['Monterrey', 'Saltillo', 74],
    ['Guadalajara', 'Mazatlán', 426],
    ['Tampico', 'Veracruz', 386],
    ['Tijuana', 'Mexicali', 147],
  ])('puts %s and %s about %i km apart', (one, other, km) => {
    expect(Math.abs(distanceKm(at(one), at(other)) - km)).toBeLessThanOrEqual(6)
  })

  it('names the nearest place, and only within reach', () => {
    const somewhere = fc.record({
      lat: fc.double({ min: 14, max: 33, noNaN: true }),
      lng: fc.double({ min: -118, max: -86, noNaN: true }),
    })
    fc.assert(
      fc.property(somewhere, (position) => {
        const distances = PLACES.map(([, lat, lng]) => distanceKm(position, { lat, lng }))
        const km = Math.min(...distances)
        const name = PLACES[distances.indexOf(km)]?.[0]
        const words = placeName(position)
        if (km > NEAR_PLACE_KM) expect(words).toBeNull()
        else if (km <= AT_PLACE_KM) expect(words).toBe(name)
        else expect(words).toBe(`a ${km.toFixed(0)} km de ${name}`)
      }),
      { numRuns: 500 },
    )
  })

  it('reads the place back from the stored words', () => {
    for (const [, lat, lng] of PLACES) {
      for (const km of [0, 4, 7, 30]) {
        const there = north({ lat, lng }, km)
        expect(placeNamed(placeName(there))).toEqual(placeOf(there))
      }
    }
    expect(placeNamed(null)).toBeNull()
  })
})

function at(wanted: string): Coordinates {
  const place = PLACES.find(([name]) => name === wanted)
  if (place === undefined) throw new Error(`${wanted} is not in the table`)
  return { lat: place[1], lng: place[2] }
}
