/** How long a link is valid. */
export const TOKEN_MINUTES = 60
export const TOKEN_MS = TOKEN_MINUTES * 60 * 1000

/** Several accounts may share an address; one mail has links for at most so many. */
export const ACCOUNTS_OF_MAIL = 5
