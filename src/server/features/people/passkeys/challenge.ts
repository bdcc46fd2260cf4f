import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../../adapters/secrets.ts'

/** What an answer to a challenge is for. `userId`: whose; null: nobody is signed in yet. */
export type Purpose = { kind: 'login'; userId: null } | { kind: 'registration' | 'proof'; userId: number }

const VALID_MS = 5 * 60_000
const NONCE_BYTES = 16
const EXPIRY_BYTES = 8

const macOf = (secret: string, { kind, userId }: Purpose, head: Buffer): Buffer =>
  createHmac('sha256', secret).update(`passkey ${kind} ${userId} `).update(head).digest()

/**
 * A challenge that any process recognizes without having stored it: nonce and end, signed for this purpose. So strangers
 * who ask for challenges fill no table.
 */
export function makeChallenge([secret]: Secrets, purpose: Purpose, now: number): Buffer {
  const end = Buffer.alloc(EXPIRY_BYTES)
  end.writeBigUInt64BE(BigInt(now + VALID_MS))
  const head = Buffer.concat([randomBytes(NONCE_BYTES), end])
  return Buffer.concat([head, macOf(secret, purpose, head)])
}

/** When this challenge ends, epoch milliseconds; null: not ours, for another purpose, or over at `now`. */
export function endOfChallenge(
  secrets: Secrets,
  purpose: Purpose,
  challenge: string,
  now: number,
): number | null {
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES)
  const mac = bytes.subarray(head.length)
  // One spelling alone, because a used challenge is known by its spelling.
  if (bytes.toString('base64url') !== challenge) return null
  const isOurs = secrets.some((secret) => {
    const wanted = macOf(secret, purpose, head)
    return mac.length === wanted.length && timingSafeEqual(mac, wanted)
  })
  if (!isOurs) return null
  const end = Number(head.readBigUInt64BE(NONCE_BYTES))
  return end > now ? end : null
}

/** What an authenticator files an account under: always the same, so that it keeps one passkey for each. */
export const handleOf = (userId: number): Buffer =>
  createHash('sha256').update(`acarreo account ${userId}`).digest()
