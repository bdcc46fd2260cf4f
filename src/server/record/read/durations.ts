import { and, desc, eq, gte, isNotNull, ne, sql } from 'drizzle-orm'
import type { Norm } from '#domain/alert/norms'
import { LAST_STEP } from '#domain/operation/steps'
import { ENOUGH_SAMPLES } from '#domain/operation/usual-time'
import type { Queryable } from '../../db/connect.ts'
import { events } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import type { EventRow, OperationRow } from '../rows.ts'
import { counted, e } from './events.ts'

export interface StepPercentile {
  operationType: EventRow['operationType']
  eventType: EventRow['eventType']
  samples: number
  p75Seconds: number
}

/** The 75th percentile (nearest rank) of the closed intervals of each step that began at or after `since`. */
export async function stepPercentiles(
  db: Queryable,
  scope: SupervisorScope,
  since: Date,
): Promise<StepPercentile[]> {
  return db
    .select({
      operationType: events.operationType,
      eventType: events.eventType,
      samples: sql<number>`count(*)::integer`,
      p75Seconds: sql<number>`percentile_disc(0.75) within group (order by ${events.duration})::integer`,
    })
    .from(events)
    .where(
      and(
        eq(events.supervisorId, scope.supervisorId),
        counted(),
        gte(events.timestamp, since),
        isNotNull(events.duration),
        // Its duration is that of the whole trip.
        ne(events.eventType, LAST_STEP),
      ),
    )
    .groupBy(events.operationType, events.eventType)
}

/** Seconds of the newest `limit` closed intervals of an operation's present step since `since`, ascending. */
export async function stepLengths(
  db: Queryable,
  { supervisorId }: SupervisorScope,
  { operationType, newestEventType }: OperationRow,
  { since, limit }: { since: Date; limit: number },
): Promise<readonly number[]> {
  const rows = await db
    .select({ duration: events.duration })
    .from(events)
    .where(
      and(
        eq(events.supervisorId, supervisorId),
        counted(),
        gte(events.timestamp, since),
        eq(events.operationType, operationType),
        eq(events.eventType, newestEventType),
        isNotNull(events.duration),
      ),
    )
    .orderBy(desc(events.timestamp), desc(events.id))
    .limit(limit)
  return rows.flatMap(({ duration }) => duration ?? []).sort((a, b) => a - b)
}

/** How long the steps of a supervisor have lasted since then: by place, by hour of the day in `zone`, and over all. */
export async function readNorms(
  db: Queryable,
  supervisorId: number,
  since: Date,
  zone: string,
): Promise<Norm[]> {
  const { rows } = await db.execute<{
    operation_type: Norm['operationType']
    event_type: Norm['eventType']
    place_id: number | null
    hour: number | null
    samples: number
    p75: number
  }>(sql`
    select e.operation_type, e.event_type, c.place_id, h.hour, count(*)::integer as samples,
      percentile_disc(0.75) within group (order by e.duration)::integer as p75
    from events e
    join containers c on c.container_id = e.container_id and c.supervisor_id = e.supervisor_id
    cross join lateral (select extract(hour from e.timestamp at time zone ${zone}::text)::integer as hour) h
    where e.supervisor_id = ${supervisorId} and ${counted(e)}
      and e.timestamp >= ${since.toISOString()}::timestamptz and e.duration is not null
    group by grouping sets (
      (e.operation_type, e.event_type, c.place_id, h.hour), (e.operation_type, e.event_type, c.place_id),
      (e.operation_type, e.event_type, h.hour), (e.operation_type, e.event_type))
    having (grouping(c.place_id) = 1 or c.place_id is not null) and count(*) >= ${ENOUGH_SAMPLES}`)
  return rows.map((row) => ({
    operationType: row.operation_type,
    eventType: row.event_type,
    placeId: row.place_id,
    hour: row.hour,
    samples: row.samples,
    p75Seconds: row.p75,
  }))
}
