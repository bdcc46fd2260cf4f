/** Close codes of the live channel. */
export const CLOSE_NORMAL = 1000
/** The server is going away or restarting; clients come back. */
export const CLOSE_RESTART = 1012
/**
 * The client sent a message, or more control frames than any client needs: nothing but their answers is expected on this
 * channel. A message of more than 125 bytes is closed with 1009, by the protocol.
 */
export const CLOSE_CLIENT_MESSAGE = 1008
/** The client reads too slowly; it reconnects and catches up by number. */
export const CLOSE_SLOW = 1013
/** The account opened more channels than it may have, and this was its oldest; the page comes back when it is looked at. */
export const CLOSE_TOO_MANY = 4429
/** Maintenance: clients retry until it is over. */
export const CLOSE_MAINTENANCE = 4503
/** No session, a stale token, or a foreign Origin. */
export const CLOSE_UNAUTHORIZED = 4401
