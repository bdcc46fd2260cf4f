import type { Place } from '../db/keyset.ts'
import { FIRST_INSTANT, LAST_INSTANT } from '../db/limits.ts'

const SHAPE = /^(-?\d{1,15})\.(\d{1,15})$/

export function encodeCursor({ timestamp, id }: Place): string {
  return Buffer.from(`${timestamp}.${id}`).toString('base64url')
}

/** Null for any text that `encodeCursor` does not produce. */
export function decodeCursor(cursor: string): Place | null {
  const match = SHAPE.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  if (!match) return null
  const place = { timestamp: Number(match[1]), id: Number(match[2]) }
  // Out of the database's range, so it was never issued.
  if (place.timestamp < FIRST_INSTANT || place.timestamp > LAST_INSTANT) return null
  // Node ignores characters that are not base64: accept only the exact text that we would produce.
  return encodeCursor(place) === cursor ? place : null
}
