/** Close codes of the live channel. The client does not reconnect after 1000 and 1001 on its own behalf. */
export const CLOSE_NORMAL = 1000
/** The server is going away or restarting; clients come back. */
export const CLOSE_RESTART = 1012
/** A client that reads too slowly; it reconnects and catches up by number. */
export const CLOSE_SLOW = 1013
/** The product is being maintained: clients try again, and are let in when it is over. */
export const CLOSE_MAINTENANCE = 4503
/** No session, a stale token, or a foreign Origin. */
export const CLOSE_UNAUTHORIZED = 4401
