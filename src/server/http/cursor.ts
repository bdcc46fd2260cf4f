import type { Place } from '../db/keyset.ts'
import { FIRST_INSTANT, LAST_INSTANT } from '../db/limits.ts'

const SHAPE = /^(-?\d{1,15})\.(\d{1,15})$/

export function encodeCursor({ timestamp, id }: Place): string {
  return Buffer.from(`${timestamp}.${id}`).toString('base64url')
}

/** Null for anything that `encodeCursor` never made. */
export function decodeCursor(cursor: string): Place | null {
  const match = SHAPE.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  if (!match) return null
  const place = { timestamp: Number(match[1]), id: Number(match[2]) }
  // A time that the database could not be asked about was never handed out.
  if (place.timestamp < FIRST_INSTANT || place.timestamp > LAST_INSTANT) return null
  // Node skips characters that are not base64: only the very text that we would make counts.
  return encodeCursor(place) === cursor ? place : null
}
