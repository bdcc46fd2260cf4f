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

/** Degrees to the east from one longitude to another, the shorter way round. */
function eastward(from: number, to: number): number {
  const east = to - from
  // A remainder of a fraction is slow.
  return east >= -180 && east < 180 ? east : ((((east + 180) % 360) + 360) % 360) - 180
}

/**
 * `position` on the plane that touches the earth at `origin`, metres to the east and to the north. Over the 40 km of the
 * largest circle the error stays below 0.5 % at the latitudes of Mexico, less than a phone's.
 */
const onPlane = (position: Coordinates, origin: Coordinates): Point => ({
  x: eastward(origin.lng, position.lng) * METRES_PER_DEGREE * Math.cos((origin.lat * Math.PI) / 180),
  y: (position.lat - origin.lat) * METRES_PER_DEGREE,
})

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

export const bearingOf = (shape: Shape, position: Coordinates): Bearing => bearingUpTo(shape, position, 0)

/** `enough`: once a border is within so many metres, neither a nearer one is looked for, nor whether it is inside. */
function bearingUpTo(shape: Shape, position: Coordinates, enough: number): Bearing {
  if (shape.type === 'circle') {
    const beyond = metresBetween(position, shape.center) - shape.radiusMetres
    return { inside: beyond <= 0, metres: Math.abs(beyond) }
  }
  // The position is the origin of the plane. Numbers alone: large rings are compared with thousands of positions.
  const perDegree = METRES_PER_DEGREE * Math.cos((position.lat * Math.PI) / 180)
  const xOf = ({ lng }: Coordinates) => eastward(position.lng, lng) * perDegree
  const yOf = ({ lat }: Coordinates) => (lat - position.lat) * METRES_PER_DEGREE
  const last = shape.points.at(-1)
  let fromX = last ? xOf(last) : 0
  let fromY = last ? yOf(last) : 0
  let square = Number.POSITIVE_INFINITY
  let inside = false
  for (const point of shape.points) {
    const x = xOf(point)
    const y = yOf(point)
    square = Math.min(square, squareToOrigin(fromX, fromY, x, y))
    if (square <= enough ** 2) break
    // Even-odd rule: how often a ray to the east crosses the ring.
    if (fromY > 0 !== y > 0 && fromX - (fromY * (x - fromX)) / (y - fromY) > 0) inside = !inside
    fromX = x
    fromY = y
  }
  return { inside: inside || square === 0, metres: Math.sqrt(square) }
}

/** The square of the distance from the origin to the nearest point of the segment. */
function squareToOrigin(fromX: number, fromY: number, toX: number, toY: number): number {
  const alongX = toX - fromX
  const alongY = toY - fromY
  const square = alongX ** 2 + alongY ** 2
  const share = square === 0 ? 0 : -(fromX * alongX + fromY * alongY) / square
  const t = Math.min(1, Math.max(0, share))
  return (fromX + t * alongX) ** 2 + (fromY + t * alongY) ** 2
}

/** Whether a position is inside, or at most so many metres from the border. Looks at the box around the shape first. */
export function isWithin(shape: Shape, position: Coordinates, metres: number): boolean {
  if (shape.type === 'polygon' && !isNearBox(boxOf(shape), position, metres)) return false
  const bearing = bearingUpTo(shape, position, metres)
  return bearing.inside || bearing.metres <= metres
}

/** Degrees to each side of the middle. */
interface Box {
  middle: Coordinates
  height: number
  width: number
}

const boxes = new WeakMap<Polygon, Box>()

function boxOf(shape: Polygon): Box {
  const known = boxes.get(shape)
  if (known) return known
  const middle = middleOf(shape)
  const farthestOf = (key: keyof Coordinates) =>
    shape.points.reduce((most, point) => Math.max(most, Math.abs(point[key] - middle[key])), 0)
  const width = farthestOf('lng')
  // A ring over the antimeridian lies on the other side of the earth than its longitudes say: no box.
  const box = { middle, height: farthestOf('lat'), width: width < 90 ? width : 180 }
  boxes.set(shape, box)
  return box
}

/** A metre more, so that no rounding decides. */
function isNearBox({ middle, height, width }: Box, { lat, lng }: Coordinates, metres: number): boolean {
  const degrees = (metres + 1) / METRES_PER_DEGREE
  if (Math.abs(lat - middle.lat) - height > degrees) return false
  return (Math.abs(eastward(middle.lng, lng)) - width) * Math.cos((lat * Math.PI) / 180) <= degrees
}

export const contains = (shape: Shape, position: Coordinates): boolean => bearingOf(shape, position).inside

/** The middle: of a circle, or of the box around a polygon. */
export function middleOf(shape: Shape): Coordinates {
  if (shape.type === 'circle') return shape.center
  const middle = (key: keyof Coordinates) => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const { [key]: degrees } of shape.points) {
      least = Math.min(least, degrees)
      most = Math.max(most, degrees)
    }
    return (least + most) / 2
  }
  return { lat: middle('lat'), lng: middle('lng') }
}

/** The farthest border from the middle, metres. */
export const reachOf = (shape: Shape): number =>
  shape.type === 'circle' ? shape.radiusMetres : farthest(middleOf(shape), shape.points)

const farthest = (from: Coordinates, points: readonly Coordinates[]): number =>
  points.reduce((most, point) => Math.max(most, metresBetween(from, point)), Number.NEGATIVE_INFINITY)

const cores = new WeakMap<Shape, Circle>()

/** A circle within the shape, as large as it may be around its middle. Radius 0: the middle lies outside. */
export function coreOf(shape: Shape): Circle {
  if (shape.type === 'circle') return shape
  const known = cores.get(shape)
  if (known) return known
  const center = middleOf(shape)
  const { inside, metres } = bearingOf(shape, center)
  const core: Circle = { type: 'circle', center, radiusMetres: inside ? metres : 0 }
  cores.set(shape, core)
  return core
}

/** A hundredth less than the core, because the plane at the position is not that at the middle. */
export const isInCore = (shape: Shape, position: Coordinates): boolean => {
  const { center, radiusMetres } = coreOf(shape)
  return metresBetween(position, center) < radiusMetres * 0.99
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
