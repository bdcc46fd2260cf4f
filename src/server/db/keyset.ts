import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Where a page of a list begins that is ordered by time and then number, newest first: after this row. */
export interface PageCursor {
  /** Epoch milliseconds. */
  timestamp: number
  id: number
}

/** A comparison of rows, so that an index over both columns answers it. */
export const olderThan = (at: PgColumn, id: PgColumn, cursor: PageCursor): SQL =>
  sql`(${at}, ${id}) < (${new Date(cursor.timestamp).toISOString()}::timestamptz, ${cursor.id}::bigint)`
