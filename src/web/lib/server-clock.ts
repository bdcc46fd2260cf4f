/**
 * Phones are minutes wrong more often than one would think. The Date header of every answer says what time it is at the
 * server, in whole seconds: it lies between two offsets, and each further answer narrows the two. An answer that
 * contradicts them means that one of the clocks was set: then it alone counts.
 */
interface Estimate {
  /** What must be added to this device's clock lies between these two. */
  low: number
  high: number
}

let estimate: Estimate | null = null
/** Local clock less the clock that nobody can set; a jump of it is a jump of the local clock, or a sleep. */
let anchor = Date.now() - performance.now()
/** The clock may have been set since: good enough to count seconds with, not to be told to the server. */
let doubtful = false
/** What the counters show. */
let shownMs = 0

/** A header is held back a little by a busy server: it may be this much older than a second. */
const HEADER_SLACK_MS = 50
/** Counters do not jump for less than this. */
const WORTH_SHOWING_MS = 2000
const JUMP_MS = 1000

const middle = ({ low, high }: Estimate): number => Math.round((low + high) / 2)

/** Takes in the Date header of an answer that was asked for at `sentAt` and came at `receivedAt` (local milliseconds). */
export function observeServerDate(header: string | null, sentAt: number, receivedAt: number): void {
  notice()
  if (header === null || receivedAt < sentAt || receivedAt - sentAt > 5000) return
  const server = Date.parse(header)
  if (Number.isNaN(server)) return
  const told = { low: server - receivedAt, high: server + 1000 + HEADER_SLACK_MS - sentAt }
  const both =
    estimate === null || doubtful
      ? told
      : { low: Math.max(estimate.low, told.low), high: Math.min(estimate.high, told.high) }
  estimate = both.low <= both.high ? both : told
  doubtful = false
  show()
}

function show(): void {
  const best = estimate === null ? 0 : middle(estimate)
  if (Math.abs(best) <= WORTH_SHOWING_MS) shownMs = 0
  else if (Math.abs(best - shownMs) > 1000) shownMs = best
}

/**
 * The local clock moved by itself. Backwards it was set, and by how much is known. Forwards it was set, or the device
 * slept and the other clock with it: only a fresh answer can tell.
 */
function notice(): void {
  const jump = Date.now() - performance.now() - anchor
  if (Math.abs(jump) < JUMP_MS) return
  anchor += jump
  if (estimate === null) return
  if (jump > 0) doubtful = true
  else {
    estimate = { low: estimate.low - jump, high: estimate.high - jump }
    show()
  }
}

/** From now on only the next answer counts: the server did not believe what was measured. */
export function distrustClock(): void {
  doubtful = true
}

/** Whole milliseconds to add to this device's clock for the server's; null: not measured, or no longer to be trusted. */
export function clockOffset(): number | null {
  notice()
  return estimate === null || doubtful ? null : middle(estimate)
}

/** Epoch milliseconds as the server would say it. */
export function serverNow(): number {
  notice()
  return Date.now() + shownMs
}

/** What `serverNow` adds to the local clock. */
export function shownOffset(): number {
  return shownMs
}
