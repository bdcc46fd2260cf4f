const FIRST_MS = 30_000
/** A mail server that is back hears of it within this. */
export const LONGEST_WAIT_MS = 15 * 60_000

/** How long a mail is tried, where what it says does not end before. */
export const TRIED_MS = 3 * 24 * 60 * 60_000

/**
 * When to try again (epoch milliseconds) after `tries` (1, 2, 3 ...) that failed: exponential backoff with jitter, up to a
 * quarter of an hour. Null: that would be at `until` or later, so it ends. `random` in [0, 1).
 */
export function nextTry({
  tries,
  now,
  until,
  random,
}: {
  tries: number
  now: number
  until: number
  random: number
}): number | null {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_MS * 2 ** Math.min(tries - 1, 20))
  // The upper half is random: mails that failed together do not come back together.
  const at = Math.floor(now + full / 2 + (full / 2) * random)
  return at < until ? at : null
}
