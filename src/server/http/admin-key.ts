import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The administrator's key, as far as anybody needs it: nothing gives it back. */
export interface AdminKey {
  /** Compares in a time that says nothing of how much of `candidate` is right, nor how long the key is. */
  matches(candidate: string): boolean
  /** What a session remembers of the key it was opened with; another key has another one. */
  stamp: string
}

/** `secret` is the product's own: whoever reads a stamp in the database cannot try keys against it. */
export function adminKey(key: string, secret: string): AdminKey {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const expected = digest(key)
  return {
    matches: (candidate) => timingSafeEqual(digest(candidate), expected),
    stamp: createHmac('sha256', secret).update(`admin-key:${key}`).digest('base64url').slice(0, 22),
  }
}
