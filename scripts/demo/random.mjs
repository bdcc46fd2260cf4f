/**
 * Chance that can be repeated: the same seed gives the same numbers.
 * @typedef {{
 *   share: () => number,
 *   between: (low: number, high: number) => number,
 *   pick: <T>(from: readonly [T, ...T[]]) => T,
 * }} Chance
 */

/**
 * The mulberry32 generator. Good enough for traffic, never for a secret.
 * @param {number} seed
 * @returns {Chance} `share` is in [0, 1)
 */
export function chanceFrom(seed) {
  let state = seed >>> 0
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    share,
    between: (low, high) => low + share() * (high - low),
    pick: (from) => from[Math.floor(share() * from.length)] ?? from[0],
  }
}
