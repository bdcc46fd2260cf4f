import fc from 'fast-check'
import { expect, it } from 'vitest'
import { finished } from '../../../test/support/finished.ts'
import type { Coordinates } from '../geo/position.ts'
import { whereIs } from './grade.ts'
import {
  bearingOf,
  isInCore,
  isWithin,
  METRES_PER_DEGREE,
  metresBetween,
  type Polygon,
  type Shape,
} from './shape.ts'
import { suggestPlaces } from './suggest.ts'

/**
 * The calculation as it was before extents and grids: every border of every place, every arrival with every other. It is the
 * reference.
 */
function plainBearing({ points }: Polygon, position: Coordinates): { inside: boolean; metres: number } {
  const ring = points.map(({ lat, lng }) => ({
    x:
      (((((lng - position.lng + 180) % 360) + 360) % 360) - 180) *
      METRES_PER_DEGREE *
      Math.cos((position.lat * Math.PI) / 180),
    y: (lat - position.lat) * METRES_PER_DEGREE,
  }))
  let metres = Number.POSITIVE_INFINITY
  let inside = false
  for (const [i, to] of ring.entries()) {
    const from = ring.at(i - 1) ?? to
    const along = { x: to.x - from.x, y: to.y - from.y }
    const square = along.x ** 2 + along.y ** 2
    const share = square === 0 ? 0 : -(from.x * along.x + from.y * along.y) / square
    const t = Math.min(1, Math.max(0, share))
    metres = Math.min(metres, Math.hypot(from.x + t * along.x, from.y + t * along.y))
    if (from.y > 0 !== to.y > 0 && from.x - (from.y * (to.x - from.x)) / (to.y - from.y) > 0) inside = !inside
  }
  return { inside: inside || metres === 0, metres }
}

const isPlainlyKept = (shape: Shape, position: Coordinates, metres: number): boolean => {
  const bearing = shape.type === 'polygon' ? plainBearing(shape, position) : bearingOf(shape, position)
  return bearing.inside || bearing.metres <= metres
}

/** How many arrivals hang together, each with every other. */
function plainGroups(arrivals: readonly Coordinates[], kept: readonly Shape[]): number[] {
  const open = new Set(arrivals.filter((one) => !kept.some((shape) => isPlainlyKept(shape, one, 250))))
  const sizes: number[] = []
  for (const first of open) {
    open.delete(first)
    const group = [first]
    for (const member of group) {
      for (const other of open) {
        if (metresBetween(member, other) > 250) continue
        open.delete(other)
        group.push(other)
      }
    }
    sizes.push(group.length)
  }
  return sizes.filter((size) => size >= 5).sort((a, b) => b - a)
}

const around = ({ lat, lng }: Coordinates, spread: number) =>
  fc.record({
    lat: fc.double({ min: lat - spread, max: lat + spread, noNaN: true }),
    lng: fc
      .double({ min: lng - spread, max: lng + spread, noNaN: true })
      .map((degrees) => (degrees > 180 ? degrees - 360 : degrees)),
  })
/** The gate of a park, and one where the longitude changes its sign. */
const middle = fc.constantFrom({ lat: 20.52, lng: -103.18 }, { lat: -16.8, lng: 179.99 })

it('a box around a place decides as its border does, across the antimeridian too', () => {
  const near = middle.chain((at) =>
    fc.tuple(fc.array(around(at, 0.02), { minLength: 3, maxLength: 9 }), around(at, 0.05)),
  )
  fc.assert(
    fc.property(near, fc.constantFrom(0, 250, 2000), ([points, position], metres) => {
      const shape = { type: 'polygon', points } as const
      expect(isWithin(shape, position, metres)).toBe(isPlainlyKept(shape, position, metres))
      const { inside, metres: toBorder } = bearingOf(shape, position)
      expect(inside).toBe(plainBearing(shape, position).inside)
      expect(toBorder).toBeCloseTo(plainBearing(shape, position).metres, 4)
    }),
    { numRuns: 1000 },
  )
})

it('what lies in the core of a place is inside, as its border says; few positions are left to the border', () => {
  const ring = fc.tuple(middle, fc.constantFrom(0.003, 0.3)).chain(([at, spread]) =>
    fc.tuple(
      fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 3, maxLength: 40 }).map((shares) =>
        shares.map((share, i) => {
          const angle = (2 * Math.PI * i) / shares.length
          const lng = at.lng + spread * share * Math.sin(angle)
          return { lat: at.lat + spread * share * Math.cos(angle), lng: lng > 180 ? lng - 360 : lng }
        }),
      ),
      around(at, spread),
    ),
  )
  fc.assert(
    fc.property(ring, ([points, position]) => {
      const shape = { type: 'polygon', points } as const
      if (isInCore(shape, position)) expect(plainBearing(shape, position).inside).toBe(true)
    }),
    { numRuns: 1000 },
  )
  let reads = 0
  const points = Array.from({ length: 500 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 500
    const lng = -103 + 0.0027 * Math.sin(angle)
    return {
      get lat() {
        reads++
        return 20 + 0.0027 * Math.cos(angle)
      },
      lng,
    }
  })
  const yard: Shape = { type: 'polygon', points }
  whereIs(yard, { lat: 20, lng: -103 }, 10)
  const once = reads
  for (let n = 0; n < 1000; n++) whereIs(yard, { lat: 20 + n * 1e-6, lng: -103 - n * 1e-6 }, 10)
  expect(reads).toBe(once)
})

it('suggestions are what comparing everything with everything gives', () => {
  const scene = middle.chain((at) =>
    fc.tuple(
      fc.array(around(at, 0.02), { minLength: 20, maxLength: 150 }),
      fc.array(fc.array(around(at, 0.01), { minLength: 3, maxLength: 6 }), { maxLength: 2 }),
    ),
  )
  fc.assert(
    fc.property(scene, ([arrivals, rings]) => {
      // The grid is not closed around the earth: arrivals of both sides of the antimeridian were never neighbours.
      const side = arrivals.filter(({ lng }) => lng > 0 === (arrivals[0]?.lng ?? 0) > 0)
      const kept = rings.map((points) => ({ type: 'polygon', points }) as const)
      const found = finished(suggestPlaces(side, kept))
      expect(found.map(({ arrivals }) => arrivals)).toEqual(plainGroups(side, kept).slice(0, 20))
    }),
    { numRuns: 200 },
  )
})

it('a ring of more points than a call takes arguments is measured', () => {
  const points = Array.from({ length: 200_000 }, (_, i) => ({ lat: 20 + (i % 7) / 1000, lng: -103 }))
  expect(isWithin({ type: 'polygon', points }, { lat: 40, lng: -103 }, 250)).toBe(false)
})
