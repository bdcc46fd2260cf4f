/** Whole seconds that steps took, ascending. */
export type Lengths = readonly number[]

/** Days of history that say what is usual. */
export const USUAL_DAYS = 28

/** With fewer samples a percentile is mostly chance. */
export const ENOUGH_SAMPLES = 20

/** What is said of the time to come rests on at least so many that took as long already. */
export const ENOUGH_LONGER = 5

/** The percentile by nearest rank, seconds; `lengths` is not empty. */
export const nearestRank = (lengths: Lengths, share: number): number =>
  lengths[Math.ceil(share * lengths.length) - 1] as number

/** Those that took at least so many seconds. */
export const atLeast = (lengths: Lengths, seconds: number): Lengths =>
  lengths.slice(placeOf(lengths, seconds))

/** Index of the first length that is at least `seconds`. */
export function placeOf(lengths: Lengths, seconds: number): number {
  let low = 0
  let high = lengths.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lengths[middle] as number) < seconds) low = middle + 1
    else high = middle
  }
  return low
}
