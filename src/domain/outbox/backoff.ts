const FIRST_MS = 1000
/** A phone that has something to deliver tries again within this. */
export const LONGEST_BACKOFF_MS = 60_000

/**
 * Exponential backoff with jitter: milliseconds until the next try after `failures` (1, 2, 3 ...) in a row. Doubles up
 * to a minute; the upper half is random, so that many phones do not retry at the same instant. `random` in [0, 1).
 */
export function backoffMs(failures: number, random: number): number {
  const full = Math.min(LONGEST_BACKOFF_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
  return full / 2 + (full / 2) * random
}
