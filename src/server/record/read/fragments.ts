import { type SQL, sql } from 'drizzle-orm'

export const instant = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`
export const texts = (values: readonly string[]): SQL => sql`${sql.param(values)}::text[]`

/** From `lat`, `lng` to `to_lat`, `to_lng`. */
export const kilometres: SQL = sql`2 * 6371 * asin(least(1, sqrt(
  power(sin(radians(to_lat - lat) / 2), 2)
  + cos(radians(lat)) * cos(radians(to_lat)) * power(sin(radians(to_lng - lng) / 2), 2))))`
