import type { Coordinates } from './position.ts'

export interface Point {
  x: number
  y: number
}

/** No track is drawn larger than this scale: one place is a point, not a map of its error. Degrees of latitude. */
const LEAST_SPAN = 0.01

/**
 * The places as points of a picture of `width` by `height`, north up, with equal scales east and north (equirectangular
 * around their middle), `margin` away from the edge.
 */
export function sketchOf(
  places: readonly Coordinates[],
  { width, height, margin }: { width: number; height: number; margin: number },
): readonly Point[] {
  if (places.length === 0) return []
  const lats = places.map(({ lat }) => lat)
  const lngs = places.map(({ lng }) => lng)
  const middle = { lat: halfway(lats), lng: halfway(lngs) }
  const narrowing = Math.cos((middle.lat * Math.PI) / 180)
  const spanY = Math.max(LEAST_SPAN, Math.max(...lats) - Math.min(...lats))
  const spanX = Math.max(LEAST_SPAN, (Math.max(...lngs) - Math.min(...lngs)) * narrowing)
  const scale = Math.min((width - 2 * margin) / spanX, (height - 2 * margin) / spanY)
  return places.map(({ lat, lng }) => ({
    x: width / 2 + (lng - middle.lng) * narrowing * scale,
    y: height / 2 - (lat - middle.lat) * scale,
  }))
}

const halfway = (values: readonly number[]): number => (Math.max(...values) + Math.min(...values)) / 2
