import type { Fix } from '#domain/outbox/entry'

/**
 * Where the phone is, known before it is asked: a press must not wait for satellites. While a trip is under way and the
 * page is shown, the position is watched, as roughly as the phone likes; nothing is watched in a pocket.
 */
interface Position {
  coordinates: Fix['coordinates']
  accuracy: number
  /** Epoch milliseconds by the phone's clock. */
  at: number
}

/** An older one says nothing of where the step happened. */
const LONGEST_AGE_MS = 10 * 60_000
/** Up to here nothing better is worth asking for. */
const FRESH_MS = 30_000
const EXACT_METRES = 100
/** How long a press may be held back from the network for its position. */
const WAIT_MS = 2500
/** After a phone that found nothing, the next presses do not wait. */
const REST_MS = 60_000
const DAY_MS = 24 * 60 * 60 * 1000

let latest: Position | null = null
let restUntil = Number.NEGATIVE_INFINITY

function take({ coords, timestamp }: GeolocationPosition): Position {
  // Some phones count from another year than the rest of the world.
  const at = Math.abs(Date.now() - timestamp) < DAY_MS ? timestamp : Date.now()
  latest = { coordinates: { lat: coords.latitude, lng: coords.longitude }, accuracy: coords.accuracy, at }
  return latest
}

/** Watches until the returned function is called, whenever the page is shown. */
export function keepWarm(geolocation: Geolocation | undefined = navigator.geolocation): () => void {
  if (!geolocation) return () => undefined
  let watch: number | null = null
  const follow = () => {
    if (document.hidden) {
      if (watch !== null) geolocation.clearWatch(watch)
      watch = null
    } else {
      watch ??= geolocation.watchPosition(take, () => undefined, {
        enableHighAccuracy: false,
        maximumAge: FRESH_MS,
        timeout: 20_000,
      })
    }
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    if (watch !== null) geolocation.clearWatch(watch)
  }
}

const fixAt = (position: Position, pressedAt: number): Fix => ({
  coordinates: position.coordinates,
  accuracy: position.accuracy,
  fixAgeSeconds: Math.max(0, Math.round((pressedAt - position.at) / 1000)),
})

/** What is known at this instant of a press; null: nothing recent. */
export function warmFix(pressedAt: number): Fix | null {
  if (latest === null || Math.abs(pressedAt - latest.at) > LONGEST_AGE_MS) return null
  return fixAt(latest, pressedAt)
}

/** Whether asking once more is worth it for a press that has `fix`. */
export function wantsBetter(fix: Fix | null): boolean {
  return (
    Date.now() >= restUntil &&
    (fix === null || (fix.fixAgeSeconds ?? 0) * 1000 > FRESH_MS || (fix.accuracy ?? 0) > EXACT_METRES)
  )
}

/** An exact position for a press a moment ago, within seconds; null: there is none. Never rejects. */
export function exactFix(
  pressedAt: number,
  geolocation: Geolocation | undefined = navigator.geolocation,
): Promise<Fix | null> {
  return new Promise((resolve) => {
    const nothing = () => {
      restUntil = Date.now() + REST_MS
      resolve(null)
    }
    if (!geolocation) {
      console.warn('Geolocation is not supported by your browser')
      nothing()
      return
    }
    // The browser's own time-out does not run while it asks for permission.
    const timer = setTimeout(nothing, WAIT_MS)
    geolocation.getCurrentPosition(
      (position) => {
        clearTimeout(timer)
        resolve(fixAt(take(position), pressedAt))
      },
      (error) => {
        clearTimeout(timer)
        console.warn('Sin posición:', error.message)
        nothing()
      },
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: FRESH_MS },
    )
  })
}
