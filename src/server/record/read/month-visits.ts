import { eq, sql } from 'drizzle-orm'
import {
  type OperationType,
  PARK_ACCESS,
  PARK_ARRIVAL,
  PARK_EXIT,
  STEP_TYPES,
  type StepType,
} from '#domain/operation/steps'
import type { Period } from '#domain/time/zone'
import { mapInTurns } from '../../adapters/thread/in-turns.ts'
import type { Queryable } from '../../db/connect.ts'
import { rowsInTurns } from '../../db/rows-in-turns.ts'
import { clients, places } from '../../db/schema/places.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import { counted, e } from './events.ts'
import { instant } from './fragments.ts'
import { touched } from './trip-sums.ts'
import type { VisitRow } from './visits.ts'

interface Row {
  operation_key: string
  number: string
  operation_type: OperationType
  display_name: string
  is_active: boolean
  place_id: number | null
  client_id: number | null
  /** Epoch milliseconds. */
  arrived: number
  access: number | null
  exit: number | null
}

const summedAt = (step: StepType) => sql.raw(`steps_at[${STEP_TYPES.indexOf(step) + 1}]`)
const walkedAt = (step: StepType) => sql`min(e.timestamp) filter (where e.event_type = ${step})`

/**
 * `visitsOfPeriod` of a month of thousands: the times of what has ended come from its sums, which stand up to `summedUpTo`,
 * those of everything else from its events. Places and clients are read once, not with each visit. `ofClient`: of one client.
 */
export async function visitsOfMonth(
  db: Queryable,
  scope: SupervisorScope,
  { from, to }: Period,
  { summedUpTo, ofClient }: { summedUpTo: number; ofClient?: number | undefined },
): Promise<VisitRow[]> {
  const own = scope.supervisorId
  const { id, name, timeZone, freeMinutes, clientId } = places
  const placeRows = await db
    .select({ clientId, place: { id, name, timeZone, freeMinutes } })
    .from(places)
    .where(eq(places.supervisorId, own))
  const placesById = new Map(placeRows.map((row) => [row.place.id, row]))
  const clientRows = await db
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(eq(clients.supervisorId, own))
  const clientsById = new Map(clientRows.map((client) => [client.id, client]))
  const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)
  const overlaps = sql`s.supervisor_id = ${own} and s.last_at >= ${instant(from)} and s.first_at < ${instant(to)}`
  const ofThem =
    ofClient === undefined
      ? sql``
      : sql`and coalesce(c.client_id, (select p.client_id from places p where p.id = c.place_id and p.supervisor_id = ${own})) = ${ofClient}`
  const rows = await rowsInTurns<Row>(
    db,
    scope,
    sql`
with newer as materialized (${touched({ supervisorId: own, after: summedUpTo })}), walked as (
  select container_id from newer
  union select container_id from containers where is_active and supervisor_id = ${own}
  union select s.container_id from trip_sums s where ${overlaps} and not s.is_plain
), times as (
  select s.container_id, s.${summedAt(PARK_ARRIVAL)} as arrived, s.${summedAt(PARK_ACCESS)} as access, s.${summedAt(PARK_EXIT)} as exit
  from trip_sums s where ${overlaps} and s.is_plain and s.container_id not in (select container_id from newer)
  union all
  select w.container_id, each.* from walked w cross join lateral (
    select ${walkedAt(PARK_ARRIVAL)} as arrived, ${walkedAt(PARK_ACCESS)} as access, ${walkedAt(PARK_EXIT)} as exit
    from events e where e.container_id = w.container_id and ${counted(e)}
  ) each
)
select c.container_id as operation_key, c.display_container_id as number, c.operation_type, c.display_name, c.is_active,
  c.place_id, c.client_id, ${ms('arrived')} as arrived, ${ms('access')} as access, ${ms('exit')} as exit
from times join containers c on c.container_id = times.container_id and c.supervisor_id = ${own}
where arrived >= ${instant(from)} and arrived < ${instant(to)} ${ofThem}
order by arrived, c.id`,
  )
  return mapInTurns(scope, rows, (row) => {
    const at = row.place_id === null ? undefined : placesById.get(row.place_id)
    const whose = row.client_id ?? at?.clientId ?? null
    return {
      operationKey: row.operation_key,
      containerNumber: row.number,
      operationType: row.operation_type,
      displayName: row.display_name,
      isActive: row.is_active,
      // No event of a cancelled operation counts.
      cancelledAt: null,
      arrivedAt: new Date(row.arrived),
      accessAt: row.access === null ? null : new Date(row.access),
      exitAt: row.exit === null ? null : new Date(row.exit),
      place: at?.place ?? null,
      client: whose === null ? null : (clientsById.get(whose) ?? null),
    }
  })
}
