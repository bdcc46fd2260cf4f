/** Close codes of the live channel. */
export const CLOSE_NORMAL = 1000
/** The server is going away or restarting; clients come back. */
export const CLOSE_RESTART = 1012
/** The client reads too slowly; it reconnects and catches up by number. */
export const CLOSE_SLOW = 1013
/** Maintenance: clients retry until it is over. */
export const CLOSE_MAINTENANCE = 4503
/** No session, a stale token, or a foreign Origin. */
export const CLOSE_UNAUTHORIZED = 4401
