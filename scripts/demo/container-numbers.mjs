import { checkDigit } from '#domain/container/number'

/** Owners as one sees them on the road; the fourth letter is U, a freight container. */
const OWNERS = /** @type {const} */ (['MSKU', 'HLXU', 'TCNU', 'MSCU', 'CMAU', 'TEXU', 'GESU', 'TRLU'])

/** The n-th number of the world, with its ISO 6346 check digit. @param {number} n from 0 */
export function containerNumber(n) {
  const start = `${OWNERS[n % OWNERS.length]}${String(Math.floor(n / OWNERS.length) % 1e6).padStart(6, '0')}`
  return `${start}${checkDigit(start)}`
}

/** @param {import('./random.mjs').Chance} chance */
export function containerNumberFrom(chance) {
  const serial = Math.floor(chance.between(0, 1e6))
  return containerNumber(serial * OWNERS.length + OWNERS.indexOf(chance.pick(OWNERS)))
}
