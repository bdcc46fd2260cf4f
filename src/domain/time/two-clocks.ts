/**
 * How far two readings of a corrected clock may cross. The offset comes from a Date header, which has whole seconds and
 * travels: two presses a second apart, corrected by two measurements, may seem to have happened in the other order.
 */
export const CROSSING_MS = 2 * 60 * 1000

/** From here on an event counts as recorded late. */
export const LATE_MS = 2 * 60 * 1000

/** An instant by the phone's clock, by the server's. All in milliseconds; `offsetMs` is what to add. */
export const onServerClock = (phoneAt: number, offsetMs: number): number => phoneAt + offsetMs

/**
 * A corrected instant that lies a little before `earliest` or after `latest` is that bound: it cannot be true as it
 * stands, and the difference is the measurement's. Further away it stays what it is, to be refused or to be believed.
 * `earliest` must not lie after `latest`.
 */
export function settle(at: number, earliest: number, latest: number): number {
  if (at < earliest && at >= earliest - CROSSING_MS) return earliest
  if (at > latest && at <= latest + CROSSING_MS) return latest
  return at
}

/** Whole seconds after which the server heard of an event, if that is late; else null. Epoch milliseconds. */
export function lateSeconds(happenedAt: number, recordedAt: number): number | null {
  const late = recordedAt - happenedAt
  return late > LATE_MS ? Math.floor(late / 1000) : null
}
