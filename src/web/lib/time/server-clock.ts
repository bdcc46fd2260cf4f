/**
 * Phones' clocks are often minutes wrong. The Date header of every answer gives the server's time in whole seconds, which
 * bounds the offset from both sides; each further answer narrows the bounds. An answer that contradicts them means that
 * one of the clocks was set: then it replaces them.
 */
interface Estimate {
  /** Bounds of the offset: what to add to this device's clock. */
  low: number
  high: number
}

let estimate: Estimate | null = null
/** Local clock minus the monotonic clock: it jumps when the local clock is set, or the device slept. */
let anchor = Date.now() - performance.now()
/** The clock may have been set since: good enough for counters, not for what is sent to the server. */
let doubtful = false
/** What the counters show. */
let shownMs = 0

/** A busy server may send the header this much late. */
const HEADER_SLACK_MS = 50
/** Counters do not jump for less than this. */
const WORTH_SHOWING_MS = 2000
const JUMP_MS = 1000

const middle = ({ low, high }: Estimate): number => Math.round((low + high) / 2)

/** Measures by the Date header of an answer that was requested at `sentAt` and came at `receivedAt` (local milliseconds). */
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
 * The local clock jumped. Backwards: it was set, by a known amount. Forwards: it was set, or the device and its monotonic
 * clock slept; only a new answer can tell.
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

/** Whole milliseconds to add to this device's clock for the server's; null: not measured, or stale. */
export function clockOffset(): number | null {
  notice()
  return estimate === null || doubtful ? null : middle(estimate)
}

/** Epoch milliseconds by the server's clock. */
export function serverNow(): number {
  notice()
  return Date.now() + shownMs
}

/** What `serverNow` adds to the local clock. */
export function shownOffset(): number {
  return shownMs
}
