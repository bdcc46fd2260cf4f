import type { Coordinates } from '#domain/geo/position'

export interface Fix {
  coordinates: Coordinates
  /** Metres; the radius of 68% confidence. */
  accuracy: number
}

const TIMEOUT_MS = 4000
const MAXIMUM_AGE_MS = 30_000

/**
 * Where the phone is. Settles within the time-out whatever the phone does: the browser's own time-out does not run while
 * it asks for permission, and a driver who does not answer must not be kept from advancing.
 * @throws Error 'Geolocation is not supported by your browser'; GeolocationPositionError; Error 'timeout'
 */
export function currentFix(geolocation: Geolocation | undefined = navigator.geolocation): Promise<Fix> {
  return new Promise((resolve, reject) => {
    if (!geolocation) {
      reject(new Error('Geolocation is not supported by your browser'))
      return
    }
    const timer = setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS)
    geolocation.getCurrentPosition(
      ({ coords }) => {
        clearTimeout(timer)
        resolve({ coordinates: { lat: coords.latitude, lng: coords.longitude }, accuracy: coords.accuracy })
      },
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: MAXIMUM_AGE_MS },
    )
  })
}

/** The same, with a failure only logged: an event without a position is better than none. */
export async function fixOrNone(): Promise<Fix | null> {
  try {
    return await currentFix()
  } catch (error) {
    console.warn('Sin posición:', reason(error))
    return null
  }
}

/** The browser's own refusal is no Error, yet has a message. */
function reason(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'message' in error ? error.message : error
}
