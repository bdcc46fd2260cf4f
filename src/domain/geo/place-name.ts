import { PLACES } from './places.ts'
import { type Coordinates, distanceKm } from './position.ts'

/** Up to this distance a position is in the place. */
export const AT_PLACE_KM = 5
/** Beyond this distance the nearest place of the table is no help. */
export const NEAR_PLACE_KM = 60

/** More degrees of latitude than that distance spans. */
const NEAR_DEGREES = NEAR_PLACE_KM / 110

/** The nearest place of the table: `km` is the distance in whole kilometres, null within the place. */
export interface Place {
  name: string
  km: number | null
}

/**
 * Where `position` is: within 5 km of the nearest place of the table, at a distance (straight line) up to 60 km, null
 * beyond. The nearest place may be across water or a border.
 */
export function placeOf(position: Coordinates): Place | null {
  let nearest: string | null = null
  let nearestKm = Number.POSITIVE_INFINITY
  for (const [name, lat, lng] of PLACES) {
    if (Math.abs(lat - position.lat) > NEAR_DEGREES) continue
    const km = distanceKm(position, { lat, lng })
    if (km < nearestKm) {
      nearest = name
      nearestKm = km
    }
  }
  if (nearest === null || nearestKm > NEAR_PLACE_KM) return null
  return { name: nearest, km: nearestKm <= AT_PLACE_KM ? null : Math.round(nearestKm) }
}

/** The same in Spanish, as it is stored, searched and exported: 'Colima', 'a 12 km de Colima'. */
export function placeName(position: Coordinates): string | null {
  const place = placeOf(position)
  return place && (place.km === null ? place.name : `a ${place.km} km de ${place.name}`)
}

/** The place that `placeName` worded. */
export function placeNamed(words: string | null): Place | null {
  if (words === null) return null
  const [, km, name] = /^a (\d+) km de (.+)$/.exec(words) ?? []
  return km === undefined || name === undefined ? { name: words, km: null } : { name, km: Number(km) }
}
