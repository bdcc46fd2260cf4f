import { checkDigit } from '#domain/container/number'

/** Owners as one sees them on the road; the fourth letter is U, a freight container. */
const OWNERS = /** @type {const} */ (['MSKU', 'HLXU', 'TCNU', 'MSCU', 'CMAU', 'TEXU', 'GESU', 'TRLU'])

/**
 * A number with a right ISO 6346 check digit.
 * @param {import('./random.mjs').Chance} chance
 */
export function containerNumberFrom(chance) {
  const serial = String(Math.floor(chance.between(0, 1e6))).padStart(6, '0')
  const start = `${chance.pick(OWNERS)}${serial}`
  return `${start}${checkDigit(start)}`
}
