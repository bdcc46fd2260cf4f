import type { Fix } from '#domain/outbox/entry'

export interface Position {
  coordinates: Fix['coordinates']
  accuracy: number
  /** Epoch milliseconds by the phone's clock. */
  at: number
}

/** An older position does not say where the step happened. */
const LONGEST_AGE_MS = 10 * 60_000
/** Up to this age and accuracy a better position is not worth asking for. */
const FRESH_MS = 30_000
const EXACT_METRES = 100
/** How long a press may be held back from the network for its position. */
const WAIT_MS = 2500
/** After the phone found nothing, the next presses do not wait for a position. */
const REST_MS = 60_000
const DAY_MS = 24 * 60 * 60 * 1000

let latest: Position | null = null
const listeners = new Set<(position: Position) => void>()
let restUntil = Number.NEGATIVE_INFINITY

function take({ coords, timestamp }: GeolocationPosition): Position {
  // Some phones give timestamps with another epoch.
  const at = Math.abs(Date.now() - timestamp) < DAY_MS ? timestamp : Date.now()
  latest = { coordinates: { lat: coords.latitude, lng: coords.longitude }, accuracy: coords.accuracy, at }
  for (const listener of listeners) listener(latest)
  return latest
}

/** Hears every position from now on, until the returned function is called. */
export function onPosition(listener: (position: Position) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks for one position at low power, also of a phone that stands still and reports none. Listeners hear it. */
export function lookOnce(geolocation: Geolocation | undefined = navigator.geolocation): void {
  geolocation?.getCurrentPosition(take, () => undefined, {
    enableHighAccuracy: false,
    maximumAge: 0,
    timeout: 20_000,
  })
}

/** Watches the position at low accuracy while the page is visible, until the returned function is called. */
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

/** The position known at the moment of a press; null: none that is recent. */
export function warmFix(pressedAt: number): Fix | null {
  if (latest === null || Math.abs(pressedAt - latest.at) > LONGEST_AGE_MS) return null
  return fixAt(latest, pressedAt)
}

/** Whether to look for a better position for a press that has `fix`. */
export function wantsBetter(fix: Fix | null): boolean {
  return (
    Date.now() >= restUntil &&
    (fix === null || (fix.fixAgeSeconds ?? 0) * 1000 > FRESH_MS || (fix.accuracy ?? 0) > EXACT_METRES)
  )
}

/** An exact position for a press that just happened, within `WAIT_MS`; null: none. Never rejects. */
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
    // The browser's own timeout does not run while it asks for permission.
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
