import { PLACES } from './places.ts'
import { type Coordinates, distanceKm } from './position.ts'

/** Within this distance one is in the place. */
export const AT_PLACE_KM = 5
/** Beyond this distance the nearest place of the table says nothing about where somebody is. */
export const NEAR_PLACE_KM = 60

/**
 * Where `position` is, as a person says it: 'Colima' within 5 km of the nearest place of the table, 'a 12 km de
 * Colima' (whole kilometres, as the crow flies) up to 60 km, null beyond. The nearest place may lie across water or
 * a border: the words give a distance, not a side.
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
