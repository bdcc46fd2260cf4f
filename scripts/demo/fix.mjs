import { shifted } from './road.mjs'

/** @typedef {import('#domain/geo/position').Coordinates} Coordinates */

/**
 * What the phone's receiver says: coordinates with their accuracy in metres, or nothing.
 * @typedef {{ coordinates: Coordinates | null, accuracy: number | null }} Fix
 */

const NONE = 0.025
const POOR = 0.015
const ASTRAY = 0.006

/**
 * A reading at `position`: mostly good to some metres, now and then missing, poor, or far off the road.
 * @param {import('./random.mjs').Chance} chance
 * @param {Coordinates} position where the truck really is
 * @returns {Fix}
 */
export function fixAt(chance, position) {
  const luck = chance.share()
  const direction = chance.between(0, 2 * Math.PI)
  if (luck < NONE) return { coordinates: null, accuracy: null }
  if (luck < NONE + POOR) {
    return { coordinates: shifted(position, chance.between(200, 900), direction), accuracy: 900 }
  }
  if (luck < NONE + POOR + ASTRAY) {
    const metres = chance.between(40_000, 120_000)
    return { coordinates: shifted(position, metres, direction), accuracy: 40 }
  }
  const accuracy = Math.round(chance.between(4, 35))
  return { coordinates: shifted(position, chance.share() * accuracy, direction), accuracy }
}
