import type { PageCursor } from '../../db/keyset.ts'
import { FIRST_INSTANT, LAST_INSTANT } from '../../db/limits.ts'
import { say } from '../../text/messages.ts'
import { invalid } from './problem.ts'

const SHAPE = /^(-?\d{1,15})\.(\d{1,15})$/

export function encodeCursor({ timestamp, id }: PageCursor): string {
  return Buffer.from(`${timestamp}.${id}`).toString('base64url')
}

/** Null for any text that `encodeCursor` does not produce. */
export function decodeCursor(text: string): PageCursor | null {
  const match = SHAPE.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (!match) return null
  const cursor = { timestamp: Number(match[1]), id: Number(match[2]) }
  // Out of the database's range, so it was never issued.
  if (cursor.timestamp < FIRST_INSTANT || cursor.timestamp > LAST_INSTANT) return null
  // Node ignores characters that are not base64: accept only the exact text that we would produce.
  return encodeCursor(cursor) === text ? cursor : null
}

/** What the cursor of a query says; null without a cursor. Throws 400. */
export function cursorIn(text: string | undefined): PageCursor | null {
  if (text === undefined) return null
  const cursor = decodeCursor(text)
  if (!cursor) throw invalid([{ path: 'cursor', ...say('cursor_invalid') }])
  return cursor
}

/** One page of `limit + 1` rows read: the row more tells whether there is another page. */
export function pageOf<T>(rows: T[], limit: number, cursorOf: (row: T) => PageCursor) {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { rows: page, nextCursor: last ? encodeCursor(cursorOf(last)) : null }
}
