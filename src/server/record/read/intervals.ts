import { type SQL, sql } from 'drizzle-orm'
import { LAST_STEP } from '#domain/operation/steps'
import { EVENT_COLUMNS } from '../rows.ts'

/** Whole seconds from one instant to another, never negative; null when there is no other. */
export const secondsBetween = (from: SQL, to: SQL): SQL =>
  sql`case when ${to} is not null then greatest(0, floor(extract(epoch from ${to} - ${from})))::integer end`

/**
 * How long the interval of a row with `at`, `event_type` and `next_at`, the time of the next event, lasted: of the last step
 * since the `start` of its trip; null while it is open.
 */
export const lasted = (start: SQL): SQL => sql`coalesce(
  ${secondsBetween(sql`at`, sql`next_at`)},
  case when event_type = ${sql.raw(`'${LAST_STEP}'`)} then ${secondsBetween(start, sql`at`)} end
)`

/**
 * The same of a row of `events`, whose next event is the next of its operation that was not retracted: one entry of
 * `events_in_order` for each row. Null of one that was retracted. `upTo`: as it was when this `seq` was the newest.
 */
export function durationOf(upTo: number | null = null): SQL<number | null> {
  const known = upTo === null ? sql`` : sql` and next.seq <= ${upTo}`
  // 'offset 0': the next event is looked up once, not for each time that it is named.
  return sql`
case when events.retracted_by is null then (
  select ${lasted(sql`(select trip.start_time from containers trip where trip.container_id = events.container_id)`)}
  from (
    select events."timestamp" as at, events.event_type, (
      select next."timestamp" from events next
      where next.container_id = events.container_id and next.position > events.position and next.retracted_by is null${known}
      order by next.position limit 1
    ) as next_at offset 0
  ) event
) end`
}

/** What makes an `EventRow`, of a query of `events` under its own name. */
export const EVENT_ROW = { ...EVENT_COLUMNS, duration: durationOf() }
