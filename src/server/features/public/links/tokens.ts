import { createHmac } from 'node:crypto'
import { randomUUID, sha256 } from '../../../adapters/ids.ts'
import type { Secrets } from '../../../adapters/secrets.ts'

/**
 * The token of a further link, derived from its random id, so that a list can show it again while the database holds no
 * token. The letter in front tells it from an operation key.
 */
const tokenOf = (secret: string, tokenId: string): string =>
  `e${createHmac('sha256', secret).update(`share link ${tokenId}`).digest('base64url')}`

/** How a link is found: by this hash, so links outlive a change of the secret. */
export const tokenHash = (token: string): string => sha256(token)

/** What a further link is stored with. */
export function newToken([secret]: Secrets): { tokenId: string; tokenHash: string } {
  const tokenId = randomUUID()
  return { tokenId, tokenHash: tokenHash(tokenOf(secret, tokenId)) }
}

/** The token of a stored link; null: it was made with a secret that is not among these. */
export const tokenToldAgain = (
  secrets: Secrets,
  { tokenId, tokenHash: stored }: { tokenId: string | null; tokenHash: string | null },
): string | null =>
  secrets.map((secret) => tokenOf(secret, tokenId ?? '')).find((token) => tokenHash(token) === stored) ?? null
