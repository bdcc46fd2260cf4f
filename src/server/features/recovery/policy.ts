/** How long a link is valid. */
export const TOKEN_MINUTES = 60
export const TOKEN_MS = TOKEN_MINUTES * 60 * 1000

/** Valid links at once, for those who ask again because the mail is slow; the next request revokes the oldest. */
export const TOKENS_OF_ACCOUNT = 3

/** Several accounts may share an address; one request sends at most so many mails. */
export const MAILS_OF_REQUEST = 5

/**
 * The keys of the rate limit per account: the typed name and address, normalised like the lookup. They count
 * separately, so that varying one buys no more tries for the other.
 */
export function typedKeys({
  username,
  email,
}: {
  username?: string | undefined
  email?: string | undefined
}): string[] {
  return [
    ...(username === undefined ? [] : [`username:${username.toLowerCase()}`]),
    ...(email === undefined ? [] : [`email:${email.toLowerCase()}`]),
  ]
}
