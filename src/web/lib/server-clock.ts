/**
 * Phones are minutes wrong more often than one would think, and elapsed times are counted from the server's stamps.
 * The Date header of every answer says what time it is there, to the second.
 */
let offsetMs = 0

/** A header says whole seconds and travels: differences below this are not worth a jump of the counters. */
const WORTH_CORRECTING_MS = 3000

/** Takes in the Date header of an answer that was asked for at `sentAt` and came at `receivedAt` (local milliseconds). */
export function observeServerDate(header: string | null, sentAt: number, receivedAt: number): void {
  if (header === null || receivedAt - sentAt > 5000) return
  const server = Date.parse(header)
  if (Number.isNaN(server)) return
  const difference = server + 500 - (sentAt + receivedAt) / 2
  if (Math.abs(difference - offsetMs) > WORTH_CORRECTING_MS) offsetMs = difference
  else if (Math.abs(difference) <= WORTH_CORRECTING_MS) offsetMs = 0
}

/** Epoch milliseconds as the server would say it. */
export function serverNow(): number {
  return Date.now() + offsetMs
}
