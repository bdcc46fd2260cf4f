/** A place on the earth, WGS 84 degrees. */
export interface Coordinates {
  lat: number
  lng: number
}

const EARTH_RADIUS_KM = 6371

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Great-circle distance in kilometres (haversine). */
export function distanceKm(from: Coordinates, to: Coordinates): number {
  const dLat = radians(to.lat - from.lat)
  const dLng = radians(to.lng - from.lng)
  const a =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** A link that any phone opens in its map application. */
export function mapsLink({ lat, lng }: Coordinates): string {
  return `https://www.google.com/maps?q=${lat},${lng}`
}

/** A link that opens the way there in a map application. */
export const directionsLink = ({ lat, lng }: Coordinates): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`

/** An accuracy in words: metres, from a thousand on kilometres with one decimal. */
export function formatMetres(metres: number): string {
  return metres < 999.5 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`
}

/** Six decimals: about a decimetre, as the tracking page shows it. */
export function formatCoordinates({ lat, lng }: Coordinates): string {
  return `${lat.toFixed(6)}, ${lng.toFixed(6)}`
}
