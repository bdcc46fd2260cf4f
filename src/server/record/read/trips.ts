import { sql } from 'drizzle-orm'
import { placeOf } from '#domain/geo/place-name'
import type { EventType, OperationType, StepType } from '#domain/operation/steps'
import { USUAL_DAYS } from '#domain/usual/lengths'
import type { Trip } from '#domain/usual/sample'
import { mapInTurns } from '../../adapters/thread/in-turns.ts'
import type { Queryable } from '../../db/connect.ts'
import { rowsInTurns } from '../../db/rows-in-turns.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import { counted, e } from './events.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** More trips hardly move a percentile. */
const MOST_TRIPS = 4_000

interface TripRow {
  operation_type: OperationType
  place_id: number | null
  lat: number | null
  lng: number | null
  /** Type and time of each event, epoch milliseconds. */
  events: [EventType, number][]
}

export interface UnderwayRow extends Record<string, unknown> {
  operation_key: string
  operation_type: OperationType
  newest_step_type: StepType
  newest_step_at: number
  /** Its newest event is another. */
  has_stopped: boolean
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

/** The town that a trip set out from, or the nearest within 60 km. */
export const originOf = ({ lat, lng }: { lat: number | null; lng: number | null }): string | null =>
  lat === null || lng === null ? null : (placeOf({ lat, lng })?.name ?? null)

/**
 * The sample of what is usual: the trips that set out in the 28 days before `since` or later, by what counts of them and
 * happened by `until` (epoch milliseconds); the newest 4,000.
 */
export async function readTrips(
  db: Queryable,
  scope: SupervisorScope,
  { since, until }: { since: number; until: number },
): Promise<Trip[]> {
  const from = new Date(since - USUAL_DAYS * DAY_MS)
  const rows = await rowsInTurns<TripRow>(
    db,
    scope,
    sql`
    select c.operation_type, c.place_id, origin.lat, origin.lng, reached.events
    from containers c
    ${firstPosition}
    cross join lateral (
      select json_agg(json_build_array(e.event_type, extract(epoch from e.timestamp) * 1000) order by e.position) as events
      from events e
      where e.container_id = c.container_id and ${counted(e)} and e.timestamp <= ${new Date(until)}
    ) reached
    where c.supervisor_id = ${scope.supervisorId} and c.start_time >= ${from} and reached.events is not null
    order by c.start_time desc
    limit ${MOST_TRIPS}`,
  )
  return mapInTurns(scope, rows, (row) => ({
    operationType: row.operation_type,
    placeId: row.place_id,
    origin: originOf(row),
    events: row.events.map(([type, at]) => ({ type, at })),
  }))
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
      c.current_status <> c.last_completed_status as has_stopped,
      c.place_id, origin.lat, origin.lng
    from containers c
    ${firstPosition}
    where c.is_active and c.supervisor_id = ${supervisorId} ${one}
    order by c.id`)
  return rows
}
