import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A place in a list that is ordered by time and then number, newest first: between a row and the next older one. */
export interface Place {
  /** Epoch milliseconds. */
  timestamp: number
  id: number
}

/** A comparison of rows, so that an index over both columns answers it. */
export const olderThan = (at: PgColumn, id: PgColumn, place: Place): SQL =>
  sql`(${at}, ${id}) < (${new Date(place.timestamp).toISOString()}::timestamptz, ${place.id}::bigint)`
