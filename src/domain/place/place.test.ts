import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finished } from '../../../test/support/finished.ts'
import type { Coordinates } from '../geo/position.ts'
import { distanceKm } from '../geo/position.ts'
import { fieldsOfFeature, geoJsonOf, type PortablePlace } from './geojson.ts'
import { stepGrade, whereIs } from './grade.ts'
import { nearestPlace } from './nearest.ts'
import { bearingOf, type Circle, contains, metresBetween, type Polygon } from './shape.ts'
import { suggestPlaces } from './suggest.ts'

const GATE = { lat: 20.52, lng: -103.18 }
const DEGREE = (Math.PI * 6_371_000) / 180

/** So many metres to the east and to the north of a position. */
const from = ({ lat, lng }: Coordinates, east: number, north: number): Coordinates => ({
  lat: lat + north / DEGREE,
  lng: lng + east / (DEGREE * Math.cos((lat * Math.PI) / 180)),
})

const CIRCLE: Circle = { type: 'circle', center: GATE, radiusMetres: 300 }
/** 400 m by 200 m, without its north-eastern quarter. */
const HOOK: Polygon = {
  type: 'polygon',
  points: [
    [0, 0],
    [400, 0],
    [400, 100],
    [200, 100],
    [200, 200],
    [0, 200],
  ].map(([east = 0, north = 0]) => from(GATE, east, north)),
}

const somewhere = fc.record({
  lat: fc.double({ min: 14, max: 33, noNaN: true }),
  lng: fc.double({ min: -118, max: -86, noNaN: true }),
})
const offset = fc.double({ min: -20_000, max: 20_000, noNaN: true })

describe('a shape', () => {
  it('measures as the great circle does, within half a percent up to 20 km', () => {
    fc.assert(
      fc.property(somewhere, offset, offset, (origin, east, north) => {
        const there = from(origin, east, north)
        const exact = distanceKm(origin, there) * 1000
        expect(Math.abs(metresBetween(origin, there) - exact)).toBeLessThanOrEqual(exact * 0.005 + 0.01)
      }),
    )
  })

  it('knows inside and outside, and how far the border is', () => {
    expect(bearingOf(CIRCLE, from(GATE, 100, 0))).toEqual({ inside: true, metres: expect.closeTo(200, 1) })
    expect(bearingOf(CIRCLE, from(GATE, 0, 1300))).toEqual({ inside: false, metres: expect.closeTo(1000, 1) })
    expect(bearingOf(HOOK, from(GATE, 100, 150))).toEqual({ inside: true, metres: expect.closeTo(50, 1) })
    // In the quarter that is missing.
    expect(bearingOf(HOOK, from(GATE, 230, 160))).toEqual({ inside: false, metres: expect.closeTo(30, 1) })
    expect(bearingOf(HOOK, from(GATE, -30, -40))).toEqual({ inside: false, metres: expect.closeTo(50, 1) })
    expect(contains(HOOK, HOOK.points[0] as Coordinates)).toBe(true)
  })

  it('is the same whichever corner its ring begins with, and whichever way it turns', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5 }),
        fc.double({ min: -500, max: 900, noNaN: true }),
        offset,
        (start, east, north) => {
          const there = from(GATE, east, north / 40)
          const turned = [...HOOK.points.slice(start), ...HOOK.points.slice(0, start)]
          for (const points of [turned, turned.toReversed()]) {
            const bearing = bearingOf({ type: 'polygon', points }, there)
            expect(bearing.metres).toBeCloseTo(bearingOf(HOOK, there).metres, 6)
            if (bearing.metres > 0.01) expect(bearing.inside).toBe(bearingOf(HOOK, there).inside)
          }
        },
      ),
    )
  })
})

describe('the grade of a step', () => {
  it.each([
    [0, 10, 'inside', null],
    [290, 800, 'inside', null],
    [380, 100, 'unknown', null],
    [380, 79, 'outside', 80],
    [5300, 20, 'outside', 5000],
    [380, null, 'outside', 80],
  ] as const)(
    '%i m from the middle of a circle of 300 m, with an accuracy of %s m: %s',
    (metres, accuracy, where, out) => {
      expect(whereIs(CIRCLE, from(GATE, metres, 0), accuracy)).toEqual({ where, metres: out })
    },
  )

  const event = {
    operationType: 'load',
    eventType: 'arrived_at_park',
    coordinates: from(GATE, 0, 5300),
    accuracy: 12,
    fixAgeSeconds: 90,
    suggested: false,
  } as const

  it('says how far outside, and how good the fix is', () => {
    expect(stepGrade(event, CIRCLE)).toEqual({
      where: 'outside',
      metres: 5000,
      fix: 'poor',
      suggested: false,
    })
    expect(stepGrade({ ...event, coordinates: null, suggested: true }, CIRCLE)).toEqual({
      where: 'unknown',
      metres: null,
      fix: null,
      suggested: true,
    })
  })

  it('is for the steps that happen at the place, and only where there is one', () => {
    const judged = [
      'arrived_at_park',
      'access_granted',
      'vehicle_parked',
      'load_complete',
      'exit_park',
    ] as const
    for (const eventType of judged) expect(stepGrade({ ...event, eventType }, CIRCLE)).not.toBeNull()
    for (const eventType of ['start_trip', 'en_route', 'stop_fuel', 'resume_route', 'end_trip'] as const) {
      expect(stepGrade({ ...event, eventType }, CIRCLE)).toBeNull()
    }
    expect(stepGrade(event, null)).toBeNull()
  })
})

describe('the place of an arrival', () => {
  const far = { id: 1, shape: { ...CIRCLE, center: from(GATE, 3000, 0) } }
  const port = { id: 2, shape: { ...CIRCLE, radiusMetres: 1500 } }
  const yard = { id: 3, shape: CIRCLE }

  it('is the nearest within 2 km of its border, the smallest of those that contain it', () => {
    expect(nearestPlace([far, port, yard], GATE, 10)?.id).toBe(3)
    expect(nearestPlace([far, port, yard], from(GATE, 1000, 0), 10)?.id).toBe(2)
    expect(nearestPlace([far, yard], from(GATE, 2250, 0), 10)?.id).toBe(1)
    expect(nearestPlace([yard], from(GATE, 0, 2299), 10)?.id).toBe(3)
    expect(nearestPlace([yard], from(GATE, 0, 2301), 10)).toBeNull()
    expect(nearestPlace([], GATE, 10)).toBeNull()
  })

  it('is not told by a fix that is less exact than that', () => {
    expect(nearestPlace([yard], GATE, 2000)?.id).toBe(3)
    expect(nearestPlace([yard], GATE, 2001)).toBeNull()
    expect(nearestPlace([yard], GATE, null)?.id).toBe(3)
  })
})

describe('places suggested from the record', () => {
  const spread = (middle: Coordinates, count: number): Coordinates[] =>
    Array.from({ length: count }, (_, i) =>
      from(middle, 40 * Math.cos(i * 2.4) * Math.sqrt(i), 40 * Math.sin(i * 2.4) * Math.sqrt(i)),
    )
  const other = from(GATE, 6000, 2000)
  const suggested = (...given: Parameters<typeof suggestPlaces>) => finished(suggestPlaces(...given))

  it('are where five arrivals or more lie together, the busiest first', () => {
    const arrivals = [...spread(other, 34), ...spread(GATE, 7), ...spread(from(GATE, 0, 9000), 4)]
    const found = suggested(arrivals, [])
    expect(found.map(({ arrivals: n }) => n)).toEqual([34, 7])
    expect(metresBetween(found[0]?.center as Coordinates, other)).toBeLessThan(60)
    const [first] = found
    const shape: Circle = { type: 'circle', center: GATE, radiusMetres: 1, ...first }
    expect(spread(other, 34).filter((arrival) => contains(shape, arrival)).length).toBeGreaterThanOrEqual(31)
  })

  it('are not where a place is kept', () => {
    expect(suggested(spread(GATE, 30), [CIRCLE])).toEqual([])
  })

  it('do not depend on the order of the arrivals, and count each once', () => {
    const arrivals = [...spread(other, 12), ...spread(GATE, 9)]
    fc.assert(
      fc.property(fc.shuffledSubarray(arrivals, { minLength: arrivals.length }), (shuffled) => {
        expect(suggested(shuffled, []).map(({ arrivals: n }) => n)).toEqual([12, 9])
      }),
      { numRuns: 20 },
    )
  })
})

describe('GeoJSON', () => {
  const place = fc.record<PortablePlace>({
    name: fc.string({ minLength: 1 }),
    kind: fc.constantFrom('park', 'port', 'yard', 'customer'),
    shape: fc.oneof(
      fc.record({
        type: fc.constant('circle' as const),
        center: somewhere,
        radiusMetres: fc.double({ min: 20, max: 20_000, noNaN: true }),
      }),
      fc.record({
        type: fc.constant('polygon' as const),
        points: fc.array(somewhere, { minLength: 3, maxLength: 9 }),
      }),
    ),
    timeZone: fc.constant('America/Tijuana'),
    freeMinutes: fc.option(fc.nat()),
    facilityCode: fc.option(fc.constant('MXZLO')),
    client: fc.option(fc.string()),
  })

  it('brings back exactly what it took', () => {
    fc.assert(
      fc.property(fc.array(place), (places) => {
        const { features } = JSON.parse(JSON.stringify(geoJsonOf(places)))
        expect(features.map((feature: unknown) => fieldsOfFeature(feature))).toEqual(
          places.map((fields) => ({ ok: true, fields })),
        )
      }),
    )
  })

  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ]
  it.each([
    ['geojson_feature', null],
    ['geojson_feature', { type: 'Feature', geometry: null, properties: null }],
    ['geojson_geometry', { type: 'LineString', coordinates: ring }],
    ['geojson_geometry', { type: 'Polygon', coordinates: [ring, ring] }],
    ['geojson_geometry', { type: 'Polygon', coordinates: [[[0], [1, 0]]] }],
    ['geojson_geometry', { type: 'Point', coordinates: ['0', 1] }],
    ['geojson_radius', { type: 'Point', coordinates: [0, 1] }],
    ['geojson_ring', { type: 'Polygon', coordinates: [ring.slice(0, -1)] }],
  ])('says why a feature is no place: %s', (fault, geometry) => {
    const feature =
      geometry && 'properties' in geometry
        ? geometry
        : geometry && { type: 'Feature', properties: {}, geometry }
    expect(fieldsOfFeature(feature)).toEqual({ ok: false, fault })
  })
})
