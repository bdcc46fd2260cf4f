import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Letters and digits from the operating system's random source; 22 hold 131 bits. */
export function randomToken(length = 22): string {
  let token = ''
  for (let i = 0; i < length; i++) token += LETTERS.charAt(randomInt(LETTERS.length))
  return token
}

/** 256 bits, for tokens that are stored hashed. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export { randomUUID }
