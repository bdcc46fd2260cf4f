import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA-256 of texts as they come, with the key of the record (RECORD_KEY). */
export interface Mac {
  update(text: string): void
  /** Base64url. */
  end(): string
}

export function macWith(key: string): Mac {
  const hmac = createHmac('sha256', key)
  return { update: (text) => void hmac.update(text), end: () => hmac.digest('base64url') }
}

export function macOf(key: string, text: string): string {
  const mac = macWith(key)
  mac.update(text)
  return mac.end()
}

export function isSameMac(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}
