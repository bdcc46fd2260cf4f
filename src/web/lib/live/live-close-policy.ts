import type {
  CLOSE_MAINTENANCE as Maintenance,
  CLOSE_NORMAL as Normal,
  CLOSE_TOO_MANY as TooMany,
  CLOSE_UNAUTHORIZED as Unauthorized,
} from '#contract/live/close-codes'

// The contract's types alone, so that a changed code breaks the build: importing its values would bring Zod to the browser.
export const CLOSE_NORMAL: typeof Normal = 1000
/** The page waits for the end of maintenance (lib/maintenance.ts); until then a retry makes no call. */
export const CLOSE_MAINTENANCE: typeof Maintenance = 4503
const CLOSE_UNAUTHORIZED: typeof Unauthorized = 4401
const CLOSE_TOO_MANY: typeof TooMany = 4429
const CLOSE_GOING_AWAY = 1001

export type AfterClose =
  /** Closed on purpose: no reconnection. */
  | 'stay_closed'
  | 'reconnect'
  /** Another page of this account took the place: reconnect later, and only a page that is looked at. */
  | 'give_way'
  /** Session or token are invalid: ask for the user, then reconnect only if there is one. */
  | 'check_user'

/** What to do after the server, or the network, closed the channel with this code. */
export function afterClose(code: number): AfterClose {
  if (code === CLOSE_NORMAL || code === CLOSE_GOING_AWAY) return 'stay_closed'
  if (code === CLOSE_UNAUTHORIZED) return 'check_user'
  if (code === CLOSE_TOO_MANY) return 'give_way'
  return 'reconnect'
}

export const RECONNECT_DELAY_MS = 5000
/** Jitter: not every page reconnects to a restarted server in the same instant. */
export const RECONNECT_JITTER_MS = 2500

/** A wall display gets its channel back from a page in the background, which waits until it is looked at. */
export const GIVEN_WAY_DELAY_MS = 120_000

/** Milliseconds until the next try; `random` in [0, 1). */
export function reconnectDelay(random: number): number {
  return RECONNECT_DELAY_MS + random * RECONNECT_JITTER_MS
}
