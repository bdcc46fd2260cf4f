import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The administrator's key, which cannot be read back. */
export interface AdminKey {
  /** Constant-time comparison, independent of the key's length. */
  matches(candidate: string): boolean
  /** Stored in the session to detect that the key has changed. */
  stamp: string
}

/** `secret` keys the hash, so a stamp from the database cannot be brute-forced. */
export function adminKey(key: string, secret: string): AdminKey {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const expected = digest(key)
  return {
    matches: (candidate) => timingSafeEqual(digest(candidate), expected),
    stamp: createHmac('sha256', secret).update(`admin-key:${key}`).digest('base64url').slice(0, 22),
  }
}
