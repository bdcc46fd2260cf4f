/** A link that somebody forgot in a mailbox opens nothing the next day. */
export const TOKEN_MINUTES = 60
export const TOKEN_MS = TOKEN_MINUTES * 60 * 1000

/** Whoever pressed again because the mail was slow may use any of these; asking more often ends the oldest. */
export const TOKENS_OF_ACCOUNT = 3

/** Several accounts may share an address; one request never sends more mails than this. */
export const MAILS_OF_REQUEST = 5

/**
 * The names that the limit of an account counts: what was typed, as the lookup reads it. Name and address count apart,
 * so that neither buys more tries by varying the other.
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
