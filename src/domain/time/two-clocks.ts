/**
 * How far a corrected time may be wrong, so that two of them overlap. The offset comes from a Date header, which has whole seconds and arrives
 * late: two presses a second apart, corrected by two measurements, may appear in the wrong order.
 */
export const CROSSING_MS = 2 * 60 * 1000

/** Beyond this delay an event counts as recorded late. */
const LATE_MS = 2 * 60 * 1000

/** The end of the year 9999. */
const LAST_MS = 253_402_300_799_999

/**
 * Converts a time of the phone's clock to the server's. Milliseconds, from 1970 to 9999: dates that database, JSON and
 * page agree on, so that storing what a phone says never fails.
 */
export const onServerClock = (phoneAt: number, offsetMs: number): number =>
  Math.min(Math.max(phoneAt + offsetMs, 0), LAST_MS)

/** The delay in whole seconds of an event that was recorded late; else null. Takes epoch milliseconds. */
export function lateSeconds(happenedAt: number, recordedAt: number): number | null {
  const late = recordedAt - happenedAt
  return late > LATE_MS ? Math.floor(late / 1000) : null
}
