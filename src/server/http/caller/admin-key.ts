import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../adapters/secrets.ts'

/** The administrator's key, which cannot be read back. */
export interface AdminKey {
  /** Constant-time comparison, independent of the key's length. */
  matches(candidate: string): boolean
  /** Stored in the session to detect that the key has changed. */
  stamp: string
  stampWith(secret: string): string
  /** Whether the stamp is of this key. */
  stamped(stamp: string): boolean
}

/** `secrets` key the hash, so a stamp from the database cannot be brute-forced. */
export function adminKey(key: string, secrets: Secrets): AdminKey {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const expected = digest(key)
  const stampWith = (secret: string): string =>
    createHmac('sha256', secret).update(`admin-key:${key}`).digest('base64url').slice(0, 22)
  const stamps = secrets.map(stampWith)
  return {
    matches: (candidate) => timingSafeEqual(digest(candidate), expected),
    stamp: stampWith(secrets[0]),
    stampWith,
    stamped: (stamp) => stamps.includes(stamp),
  }
}
