import { type SQL, sql } from 'drizzle-orm'
import { LAST_STEP } from '#domain/operation/steps'
import { EVENT_COLUMNS } from '../rows.ts'

/** Whole seconds from one instant to another, never negative; null when there is no other. */
export const secondsBetween = (from: SQL, to: SQL): SQL =>
  sql`case when ${to} is not null then greatest(0, floor(extract(epoch from ${to} - ${from})))::integer end`

/**
 * How long the interval of a row of `events` lasted: to the next event of its operation that was not retracted; of the last
 * step from the start of the trip; null while it is open. One entry of `events_in_order` for each row. `upTo`: as it was when
 * this `seq` was the newest.
 */
export function durationOf(upTo: number | null = null): SQL<number | null> {
  const known = upTo === null ? sql`` : sql` and next.seq <= ${upTo}`
  return sql`
case when events.retracted_by is null then coalesce(
  (select ${secondsBetween(sql`events."timestamp"`, sql`next."timestamp"`)} from events next
    where next.container_id = events.container_id and next.position > events.position and next.retracted_by is null${known}
    order by next.position limit 1),
  case when events.event_type = ${sql.raw(`'${LAST_STEP}'`)} then
    (select ${secondsBetween(sql`trip.start_time`, sql`events."timestamp"`)} from containers trip
      where trip.container_id = events.container_id)
  end)
end`
}

/** What makes an `EventRow`, of a query of `events` under its own name. */
export const EVENT_ROW = { ...EVENT_COLUMNS, duration: durationOf() }
