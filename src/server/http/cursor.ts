import type { Place } from '../db/keyset.ts'
import { FIRST_INSTANT, LAST_INSTANT } from '../db/limits.ts'
import { say } from '../text/messages.ts'
import { invalid } from './problem.ts'

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

/** The place that a query's cursor names; null without a cursor. Throws 400. */
export function placeIn(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  const place = decodeCursor(cursor)
  if (!place) throw invalid([{ path: 'cursor', ...say('cursor_invalid') }])
  return place
}

/** One page of `limit + 1` rows read: the row more tells whether there is another page. */
export function pageOf<T>(rows: T[], limit: number, placeOf: (row: T) => Place) {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { rows: page, nextCursor: last ? encodeCursor(placeOf(last)) : null }
}
