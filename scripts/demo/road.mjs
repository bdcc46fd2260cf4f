import { readFileSync } from 'node:fs'
import { distanceKm } from '#domain/geo/position'

/** @typedef {import('#domain/geo/position').Coordinates} Coordinates */

/**
 * A road that is followed by its kilometres, from the port (0) to the park (`lengthKm`).
 * @typedef {{
 *   lengthKm: number,
 *   at: (km: number) => Coordinates,
 *   kmNear: (position: Coordinates) => number,
 *   kmOf: (place: string) => number,
 * }} Road
 */

const KM_PER_DEGREE = 111.2

/**
 * @param {readonly (Coordinates & { name: string })[]} waypoints at least two
 * @returns {Road} `kmOf` throws for a place that is no waypoint
 */
export function roadAlong(waypoints) {
  /** @type {{ from: Coordinates, to: Coordinates, startKm: number, km: number }[]} */
  const legs = []
  let lengthKm = 0
  for (const [i, to] of waypoints.entries()) {
    const from = waypoints[i - 1]
    if (from === undefined) continue
    const km = distanceKm(from, to)
    legs.push({ from, to, startKm: lengthKm, km })
    lengthKm += km
  }
  const last = legs.at(-1)
  if (last === undefined) throw new Error('a road needs two waypoints')

  return {
    lengthKm,
    at(km) {
      const leg = legs.find(({ startKm, km: length }) => km < startKm + length) ?? last
      return along(leg.from, leg.to, clamp((km - leg.startKm) / leg.km))
    },
    kmNear(position) {
      let best = { km: 0, away: Number.POSITIVE_INFINITY }
      for (const leg of legs) {
        const share = nearestShare(leg.from, leg.to, position)
        const away = distanceKm(along(leg.from, leg.to, share), position)
        if (away < best.away) best = { km: leg.startKm + share * leg.km, away }
      }
      return best.km
    },
    kmOf(place) {
      const index = waypoints.findIndex(({ name }) => name === place)
      if (index < 0) throw new Error(`${place} is no waypoint of this road`)
      return index === 0 ? 0 : (legs[index]?.startKm ?? lengthKm)
    },
  }
}

/** The road from the port of Manzanillo to the park at El Salto. */
export function demoRoad() {
  const file = new URL('./route-manzanillo-el-salto.json', import.meta.url)
  return roadAlong(JSON.parse(readFileSync(file, 'utf8')).waypoints)
}

/** A point so many metres away. @param {Coordinates} from @param {number} metres @param {number} radians */
export function shifted(from, metres, radians) {
  const degrees = metres / 1000 / KM_PER_DEGREE
  return {
    lat: rounded(from.lat + degrees * Math.cos(radians)),
    lng: rounded(from.lng + (degrees * Math.sin(radians)) / Math.cos((from.lat * Math.PI) / 180)),
  }
}

const clamp = (/** @type {number} */ share) => Math.min(1, Math.max(0, share))

/** A phone reports about this many decimals: a decimetre. @param {number} degrees */
const rounded = (degrees) => Math.round(degrees * 1e6) / 1e6

/** @param {Coordinates} from @param {Coordinates} to @param {number} share @returns {Coordinates} */
function along(from, to, share) {
  return {
    lat: rounded(from.lat + (to.lat - from.lat) * share),
    lng: rounded(from.lng + (to.lng - from.lng) * share),
  }
}

/** Legs are short enough for a flat map. @param {Coordinates} from @param {Coordinates} to @param {Coordinates} point */
function nearestShare(from, to, point) {
  const shrink = Math.cos((from.lat * Math.PI) / 180)
  const x = (to.lng - from.lng) * shrink
  const y = to.lat - from.lat
  const square = x * x + y * y
  if (square === 0) return 0
  return clamp(((point.lng - from.lng) * shrink * x + (point.lat - from.lat) * y) / square)
}
