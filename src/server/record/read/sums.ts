import { and, count, eq, sql } from 'drizzle-orm'
import type { IntervalSum } from '#domain/operation/time-by-kind'
import type { Queryable } from '../../db/connect.ts'
import { containers, events } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import { counted, e, listed } from './events.ts'
import { secondsBetween } from './intervals.ts'

/** How often an operator recorded one event type, and how long its closed intervals took. */
export interface RecordedSum extends IntervalSum {
  events: number
}

/** One row for each pair of operation type and event type. One statement, so one snapshot. */
export async function recordedBy(
  db: Queryable,
  scope: SupervisorScope,
  userId: number,
): Promise<RecordedSum[]> {
  const { rows } = await db.execute<{ [K in keyof RecordedSum]: RecordedSum[K] }>(sql`
    select "operationType", "eventType", count(*)::integer as events,
      coalesce(sum(${secondsBetween(sql`at`, sql`next_at`)}), 0)::float8 as seconds
    from (
      select e.operation_type as "operationType", e.event_type as "eventType", e.timestamp as at,
        lead(e.timestamp) over (partition by e.container_id collate "C" order by e.position) as next_at
      from events e where e.supervisor_id = ${scope.supervisorId} and e.user_id = ${userId} and ${counted(e)}
    ) event group by 1, 2`)
  return rows
}

/** Seconds are those of ended operations, from start to end. */
export interface TripSums {
  trips: number
  seconds: number
  containers: number
}

// What the administrator sees of a supervisor: no SupervisorScope.

const ended = sql`not ${containers.isActive} and ${containers.cancelledAt} is null`

/** What a supervisor's operators have recorded, by the operator's id, and in total (null). */
export async function tripSums(db: Queryable, supervisorId: number): Promise<Map<number | null, TripSums>> {
  const rows = await db
    .select({
      userId: sql<number | null>`${containers.userId}`,
      trips: sql<number>`count(*) filter (where ${ended})`.mapWith(Number),
      seconds:
        sql<number>`coalesce(sum(extract(epoch from ${containers.newestEventAt} - ${containers.startedAt}))
        filter (where ${ended}), 0)`.mapWith(Number),
      containers: sql<number>`count(distinct ${containers.containerNumber})`.mapWith(Number),
    })
    .from(containers)
    .where(eq(containers.supervisorId, supervisorId))
    .groupBy(sql`grouping sets ((${containers.userId}), ())`)
  return new Map(rows.map(({ userId, ...sums }) => [userId, sums]))
}

/** Days of `zone` on which each operator recorded something. An index-only scan of `events_history`. */
export async function daysByOperator(
  db: Queryable,
  supervisorId: number,
  zone: string,
): Promise<Map<number, number>> {
  const days = db
    .selectDistinct({
      userId: events.userId,
      day: sql<string>`(${events.timestamp} at time zone ${zone}::text)::date`.as('day'),
    })
    .from(events)
    .where(and(eq(events.supervisorId, supervisorId), listed()))
    .as('days')
  const rows = await db.select({ userId: days.userId, n: count() }).from(days).groupBy(days.userId)
  return new Map(rows.map(({ userId, n }) => [userId, n]))
}

/** Rows of the whole installation. One statement, so one snapshot. */
export interface RecordCounts {
  users: number
  containers: number
  events: number
}

export async function countRecord(db: Queryable): Promise<RecordCounts> {
  const { rows } = await db.execute<Record<keyof RecordCounts, number>>(sql`
    select (select count(*) from users) as users, (select count(*) from containers) as containers,
      (select count(*) from events) as events`)
  const [row] = rows
  return {
    users: Number(row?.users ?? 0),
    containers: Number(row?.containers ?? 0),
    events: Number(row?.events ?? 0),
  }
}
