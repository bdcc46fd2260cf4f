/**
 * How far two corrected times may overlap. The offset comes from a Date header, which has whole seconds and arrives
 * late: two presses a second apart, corrected by two measurements, may appear in the wrong order.
 */
export const CROSSING_MS = 2 * 60 * 1000

/** Beyond this delay an event counts as recorded late. */
export const LATE_MS = 2 * 60 * 1000

/** Converts a time of the phone's clock to the server's. Milliseconds. */
export const onServerClock = (phoneAt: number, offsetMs: number): number => phoneAt + offsetMs

/**
 * Clamps a corrected time that misses the range by at most CROSSING_MS: so small a difference is an error of
 * measurement. A larger one is left as it is, for the caller to refuse or to accept. `earliest` must not be after
 * `latest`.
 */
export function settle(at: number, earliest: number, latest: number): number {
  if (at < earliest && at >= earliest - CROSSING_MS) return earliest
  if (at > latest && at <= latest + CROSSING_MS) return latest
  return at
}

/** The delay in whole seconds of an event that was recorded late; else null. Takes epoch milliseconds. */
export function lateSeconds(happenedAt: number, recordedAt: number): number | null {
  const late = recordedAt - happenedAt
  return late > LATE_MS ? Math.floor(late / 1000) : null
}
