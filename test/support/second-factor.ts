import { createHmac } from 'node:crypto'
import type { Answer } from './actors.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows at `now` (RFC 6238), calculated without the product's library. */
export function codeAt(secret: string, now: number): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Switches the second factor on. `path`: the account's, or the administrator's. The code of `now` is used up. */
export async function switchOn(
  who: { post(url: string, body?: unknown): Promise<Answer> },
  now: number,
  path = '/api/account/second-factor',
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await who.post(path)
  if (begun.status !== 200) throw new Error(`second factor: ${JSON.stringify(begun.body)}`)
  const { secret } = begun.body
  const confirmed = await who.post(`${path}/confirm`, { code: codeAt(secret, now) })
  if (confirmed.status !== 200) throw new Error(`second factor: ${JSON.stringify(confirmed.body)}`)
  return { secret, recoveryCodes: confirmed.body.recoveryCodes }
}
