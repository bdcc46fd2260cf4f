import { sql } from 'drizzle-orm'
import { type OperationType, STEP_TYPES, type StepType } from '#domain/operation/steps'
import type { Queryable } from '../../db/connect.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import { counted, e } from './events.ts'

/** More trips hardly move a quantile. */
const MOST_TRIPS = 4_000

export interface TripRow extends Record<string, unknown> {
  operation_type: OperationType
  place_id: number | null
  lat: number | null
  lng: number | null
  /** Step types, their times (epoch milliseconds) and local hours, side by side. */
  steps: StepType[]
  times: number[]
  hours: number[]
}

export interface UnderwayRow extends Record<string, unknown> {
  operation_key: string
  operation_type: OperationType
  newest_step_type: StepType
  newest_step_at: number
  place_id: number | null
  lat: number | null
  lng: number | null
}

/** The first position that an operation bore. */
const firstPosition = sql`left join lateral (
    select e.lat, e.lng from events e
    where e.container_id = c.container_id and e.lat is not null and ${counted(e)}
    order by e.position limit 1
  ) origin on true`

/** Trips that set out from `from` on and have ended before `before`, the newest first, by the times that count. */
export async function readTrips(
  db: Queryable,
  { supervisorId }: SupervisorScope,
  { from, before, zone }: { from: Date; before: Date; zone: string },
): Promise<TripRow[]> {
  const { rows } = await db.execute<TripRow>(sql`
    select c.operation_type, c.place_id, origin.lat, origin.lng, reached.*
    from containers c
    ${firstPosition}
    cross join lateral (
      select array_agg(e.event_type order by e.position) as steps,
        array_agg((extract(epoch from e.timestamp) * 1000)::float8 order by e.position) as times,
        array_agg(extract(hour from e.timestamp at time zone ${zone})::integer order by e.position) as hours
      from events e
      where e.container_id = c.container_id and ${counted(e)} and e.event_type = any(${sql.param([...STEP_TYPES])}::text[])
    ) reached
    where c.supervisor_id = ${supervisorId} and not c.is_active and c.cancelled_at is null
      and c.start_time >= ${from} and c.last_updated < ${before}
    order by c.start_time desc
    limit ${MOST_TRIPS}`)
  return rows
}

/** The active operations of a supervisor, or the one of this key. */
export async function listUnderway(
  db: Queryable,
  { supervisorId }: SupervisorScope,
  operationKey: string | null = null,
): Promise<UnderwayRow[]> {
  const one = operationKey === null ? sql`` : sql`and c.container_id = ${operationKey}`
  const { rows } = await db.execute<UnderwayRow>(sql`
    select c.container_id as operation_key, c.operation_type, c.last_completed_status as newest_step_type,
      (extract(epoch from c.last_completed_time) * 1000)::float8 as newest_step_at,
      c.place_id, origin.lat, origin.lng
    from containers c
    ${firstPosition}
    where c.is_active and c.supervisor_id = ${supervisorId} ${one}
    order by c.id`)
  return rows
}
