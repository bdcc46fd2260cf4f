import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from './secrets.ts'

export interface Sealing {
  secrets: Secrets
  /** What is sealed: each has a key of its own. */
  purpose: 'second factor' | 'mail'
  owner: string
}

const IV_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secret: string, purpose: Sealing['purpose']): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** Encrypts (AES-256-GCM) under a key that is derived from the first secret. Only `owner` may read it back: rows cannot be swapped. */
export function seal(text: string, { secrets: [secret], purpose, owner }: Sealing): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null: sealed under another secret than these, or for another owner. */
export function unseal(sealed: string, { secrets, purpose, owner }: Sealing): string | null {
  for (const secret of secrets) {
    const text = opened(sealed, keyOf(secret, purpose), owner)
    if (text !== null) return text
  }
  return null
}

function opened(sealed: string, key: Buffer, owner: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
