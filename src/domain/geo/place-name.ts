import { PLACES } from './places.ts'
import { type Coordinates, distanceKm } from './position.ts'

/** Up to this distance a position is in the place. */
export const AT_PLACE_KM = 5
/** Beyond this distance the nearest place of the table is no help. */
export const NEAR_PLACE_KM = 60

/**
 * Where `position` is, in words: 'Colima' within 5 km of the nearest place of the table, 'a 12 km de Colima' (whole
 * kilometres, straight line) up to 60 km, null beyond. The nearest place may be across water or a border.
 */
export function placeName(position: Coordinates): string | null {
  let nearest: string | null = null
  let nearestKm = Number.POSITIVE_INFINITY
  for (const [name, lat, lng] of PLACES) {
    const km = distanceKm(position, { lat, lng })
    if (km < nearestKm) {
      nearest = name
      nearestKm = km
    }
  }
  if (nearest === null || nearestKm > NEAR_PLACE_KM) return null
  return nearestKm <= AT_PLACE_KM ? nearest : `a ${Math.round(nearestKm)} km de ${nearest}`
}
