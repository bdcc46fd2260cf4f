import type { Coordinates } from '../geo/position.ts'

export interface Circle {
  type: 'circle'
  center: Coordinates
  radiusMetres: number
}

/** The ring is closed by itself: the last point is not the first one again. */
export interface Polygon {
  type: 'polygon'
  points: readonly Coordinates[]
}

export type Shape = Circle | Polygon

/** Metres on a plane. */
interface Point {
  x: number
  y: number
}

export const METRES_PER_DEGREE = (Math.PI * 6_371_000) / 180

/**
 * `position` on the plane that touches the earth at `origin`, metres to the east and to the north. Over the 40 km of the
 * largest circle the error stays below 0.5 % at the latitudes of Mexico, less than a phone's.
 */
function onPlane(position: Coordinates, origin: Coordinates): Point {
  const east = ((((position.lng - origin.lng + 180) % 360) + 360) % 360) - 180
  return {
    x: east * METRES_PER_DEGREE * Math.cos((origin.lat * Math.PI) / 180),
    y: (position.lat - origin.lat) * METRES_PER_DEGREE,
  }
}

/** Metres between two positions that are at most some tens of kilometres apart. */
export function metresBetween(from: Coordinates, to: Coordinates): number {
  const { x, y } = onPlane(to, from)
  return Math.hypot(x, y)
}

/** Where a position lies: whether in the shape, its border included, and the metres to that border. */
export interface Bearing {
  inside: boolean
  metres: number
}

export function bearingOf(shape: Shape, position: Coordinates): Bearing {
  if (shape.type === 'circle') {
    const beyond = metresBetween(position, shape.center) - shape.radiusMetres
    return { inside: beyond <= 0, metres: Math.abs(beyond) }
  }
  // The position is the origin of the plane.
  const ring = shape.points.map((point) => onPlane(point, position))
  let metres = Number.POSITIVE_INFINITY
  let inside = false
  for (const [i, to] of ring.entries()) {
    const from = ring.at(i - 1) ?? to
    metres = Math.min(metres, distanceToOrigin(from, to))
    // Even-odd rule: how often a ray to the east crosses the ring.
    if (from.y > 0 !== to.y > 0 && from.x - (from.y * (to.x - from.x)) / (to.y - from.y) > 0) inside = !inside
  }
  return { inside: inside || metres === 0, metres }
}

/** From the origin to the nearest point of the segment. */
function distanceToOrigin(from: Point, to: Point): number {
  const along = { x: to.x - from.x, y: to.y - from.y }
  const square = along.x ** 2 + along.y ** 2
  const share = square === 0 ? 0 : -(from.x * along.x + from.y * along.y) / square
  const t = Math.min(1, Math.max(0, share))
  return Math.hypot(from.x + t * along.x, from.y + t * along.y)
}

export const contains = (shape: Shape, position: Coordinates): boolean => bearingOf(shape, position).inside

/** The middle: of a circle, or of the box around a polygon. */
export function middleOf(shape: Shape): Coordinates {
  if (shape.type === 'circle') return shape.center
  const lats = shape.points.map(({ lat }) => lat)
  const lngs = shape.points.map(({ lng }) => lng)
  return {
    lat: (Math.min(...lats) + Math.max(...lats)) / 2,
    lng: (Math.min(...lngs) + Math.max(...lngs)) / 2,
  }
}

/** The farthest border from the middle, metres. */
export const reachOf = (shape: Shape): number =>
  shape.type === 'circle' ? shape.radiusMetres : farthest(middleOf(shape), shape.points)

const farthest = (from: Coordinates, points: readonly Coordinates[]): number =>
  Math.max(...points.map((point) => metresBetween(from, point)))

/** A circle within the shape, as large as it may be around its middle. Radius 0: the middle lies outside. */
export function coreOf(shape: Shape): { center: Coordinates; radiusMetres: number } {
  if (shape.type === 'circle') return shape
  const center = middleOf(shape)
  const { inside, metres } = bearingOf(shape, center)
  return { center, radiusMetres: inside ? metres : 0 }
}

/** Middle and reach of shapes that are compared with many positions. */
const extents = new WeakMap<Shape, { middle: Coordinates; reach: number }>()

export function extentOf(shape: Shape): { middle: Coordinates; reach: number } {
  const known = extents.get(shape)
  if (known) return known
  const extent = { middle: middleOf(shape), reach: reachOf(shape) }
  extents.set(shape, extent)
  return extent
}
