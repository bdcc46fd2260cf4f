import { Secret, TOTP } from 'otpauth'
import { sha256 } from '../../../adapters/ids.ts'

/** Of 30 seconds, as in RFC 6238 and every authenticator app. */
const PERIOD_MS = 30_000
/** How many periods a phone's clock may be ahead or behind. */
const TOLERATED = 1
const RECOVERY_CODES = 10
const RECOVERY_CODE_BYTES = 10

/** 160 bits, base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Acarreo', label, secret: Secret.fromBase32(secret) })

/** What a QR code gives to the authenticator app; `label`: whose it is. */
export const uriOf = (secret: string, label: string): string => totpOf(secret, label).toString()

export const isTotp = (code: string): boolean => /^\d{6}$/.test(code.replace(/\s/g, ''))

/** The period of a right code, counted since 1970; null: it is wrong. `now`: epoch milliseconds. */
export function periodOf(secret: string, code: string, now: number): number | null {
  // Of six other characters the comparison throws, because they have more bytes.
  if (!isTotp(code)) return null
  const token = code.replace(/\s/g, '')
  const delta = totpOf(secret).validate({ token, timestamp: now, window: TOLERATED })
  return delta === null ? null : Math.floor(now / PERIOD_MS) + delta
}

/** 80 bits each, which nobody finds from an unkeyed hash; so they outlive a new SESSION_SECRET. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    (new Secret({ size: RECOVERY_CODE_BYTES }).base32.match(/.{4}/g) ?? []).join('-'),
  )

/** Of any spelling: small letters, with or without hyphens. */
export const recoveryHash = (code: string): string => sha256(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
