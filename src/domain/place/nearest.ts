import type { Coordinates } from '../geo/position.ts'
import { bearingOf, extentOf, metresBetween, type Shape } from './shape.ts'

/** Beyond this distance to its border, an arrival is at no place. */
const NEAREST_METRES = 2000

/**
 * The place of an arrival: the one whose border is nearest, within 2 km; the smallest of those that contain it, as a yard
 * lies in a port. Null: none, or a fix too inexact (metres) to tell.
 */
export function nearestPlace<P extends { shape: Shape }>(
  places: readonly P[],
  position: Coordinates,
  accuracy: number | null,
): P | null {
  if ((accuracy ?? 0) > NEAREST_METRES) return null
  let nearest: { place: P; metres: number; reach: number } | null = null
  for (const place of places) {
    const { middle, reach } = extentOf(place.shape)
    // Spares the borders of what is far away. A tenth more, because the plane is not the earth.
    if (metresBetween(position, middle) > (reach + NEAREST_METRES) * 1.1) continue
    const bearing = bearingOf(place.shape, position)
    const metres = bearing.inside ? 0 : bearing.metres
    if (metres > NEAREST_METRES) continue
    if (!nearest || metres < nearest.metres || (metres === nearest.metres && reach < nearest.reach)) {
      nearest = { place, metres, reach }
    }
  }
  return nearest?.place ?? null
}
