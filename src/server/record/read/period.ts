import { type SQL, sql } from 'drizzle-orm'
import type { EventSelector } from '#domain/kpi/event-words'
import { LAST_STEP } from '#domain/operation/steps'
import type { Period } from '#domain/time/zone'
import type { Tx } from '../../db/connect.ts'
import { events } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import { counted, e } from './events.ts'
import { instant, texts } from './fragments.ts'
import { lasted } from './intervals.ts'
import { RULE, touched } from './trip-sums.ts'

/** What the figures are computed from: the supervisor's rows that pass the filters. */
export interface Selection {
  scope: SupervisorScope
  /** Empty: every operator. */
  operatorIds: readonly number[]
  /** Operation keys or container numbers; empty: every one. */
  containers: readonly string[]
  /** null: every event. */
  selectors: readonly EventSelector[] | null
  /** `seq` up to which ended trips are summed (`snapshotSeq`); null: each event is read. */
  summedUpTo: number | null
}

/** The supervisor's rows of `events` or `containers` (as `alias`) that pass the filters on operator and container. */
function owned(alias: SQL, selection: Selection): SQL {
  // Which events: `selected`.
  const { scope, operatorIds, containers, selectors: _, summedUpTo: __, ...forgotten } = selection
  forgotten satisfies Record<string, never>
  const conditions = [sql`${alias}.supervisor_id = ${scope.supervisorId}`]
  if (operatorIds.length > 0) {
    conditions.push(sql`${alias}.user_id = any(${sql.param(operatorIds)}::bigint[])`)
  }
  if (containers.length > 0) {
    const wanted = texts(containers)
    conditions.push(
      sql`(${alias}.container_id = any(${wanted}) or ${alias}.display_container_id = any(${wanted}))`,
    )
  }
  return sql.join(conditions, sql` and `)
}

type Events = typeof events | typeof e

/** The events of a period (`of`: under another name) that count and pass the filters on operator and container. */
const ofPeriod = (of: Events, selection: Selection, { from, to }: Period): SQL => sql`
  ${owned(sql`${of}`, selection)} and ${counted(of)}
    and ${of.timestamp} >= ${instant(from)} and ${of.timestamp} < ${instant(to)}`

/** The events of a period that count and pass all filters; a condition on the table `events`. */
export const selectedEvents = (selection: Selection, period: Period, of: Events = events): SQL =>
  sql`${ofPeriod(of, selection, period)} and ${selectedTypes(selection, of)}`

const selectedTypes = ({ selectors }: Selection, of: Events): SQL =>
  selected(selectors, sql`${of.eventType}`, sql`${of.operationType}`)

/** Whether an event passes the filter on event types. */
export function selected(selectors: Selection['selectors'], eventType: SQL, operationType: SQL): SQL {
  if (selectors === null) return sql`true`
  const any = selectors.filter((s) => s.operationType === null).map((s) => s.eventType)
  const some = selectors.flatMap((s) =>
    s.operationType === null
      ? []
      : [sql`(${eventType} = ${s.eventType} and ${operationType} = ${s.operationType})`],
  )
  return sql`(${sql.join([sql`${eventType} = any(${texts(any)})`, ...some], sql` or `)})`
}

/** Sums are of whole trips with the numbers of today, so they answer no container. */
const summedUpTo = ({ summedUpTo, containers }: Selection): number | null =>
  containers.length === 0 ? summedUpTo : null

/**
 * `whole_trips`: the sums of operations of which every event lies in the period. `walked`: the other operations that may have
 * events in it: those in progress, with newer records than the sums, at a border of the period, or not plain.
 */
function summedOrWalked(selection: Selection, { from, to }: Period): SQL {
  const upTo = summedUpTo(selection)
  const own = owned(sql`s`, { ...selection, containers: [] })
  if (upTo === null) return sql`whole_trips as (select s.* from trip_sums s where ${own} and false)`
  return sql`
newer as materialized (${touched({ supervisorId: selection.scope.supervisorId, after: upTo })}), whole_trips as materialized (
  select s.* from trip_sums s
  where ${own} and s.first_at >= ${instant(from)} and s.last_at >= ${instant(from)} and s.last_at < ${instant(to)} and s.is_plain
    and s.container_id not in (select container_id from newer)
), walked as materialized (
  select container_id from newer
  union select c.container_id from containers c where c.is_active and ${owned(sql`c`, selection)}
  union select s.container_id from trip_sums s
  where ${own} and s.last_at >= ${instant(from)} and s.first_at < ${instant(to)}
    and (s.first_at < ${instant(from)} or s.last_at >= ${instant(to)} or not s.is_plain)
)`
}

/**
 * The events of a period that count, read once, and those before and after it of their operations, as common table
 * expressions. What is summed is not among them but in `whole_trips`.
 *
 * `month_events`: those of the period; `counted` when they pass the event filter. `operations`: one row for each
 * operation with an event in the period. `tail`: later events of operations that go on after the period; they close its
 * open intervals. `head`: the event before the period, of those that it found under way. `intervals`: how long those lasted
 * that counted events opened, in seconds; null while one is open. `corrected`: the corrections of the operations, with the
 * number of the container today.
 */
export function eventsOfPeriod(selection: Selection, period: Period): SQL {
  const columns = sql`e.container_id, e.position, e.event_type, e.operation_type,
    e."timestamp" as at, e.lat, e.lng`
  const which = ofPeriod(e, selection, period)
  const read = sql`select ${columns}, ${selectedTypes(selection, e)} as counted from events e where ${which}`
  return sql`
${summedOrWalked(selection, period)}, month_events as materialized (
  ${
    summedUpTo(selection) === null
      ? read
      : sql`select event.* from walked w cross join lateral (${read} and e.container_id = w.container_id offset 0) event`
  }
), operations as materialized (
  select container_id, min(at) as first_at, min(position) as first_position, max(at) as last_at, max(position) as last_position,
    bool_or(event_type = ${LAST_STEP}) as ended
  from month_events group by container_id
), tail as materialized (
  select later.*, false as counted
  from operations o
  -- 'offset 0' keeps this one index range for each operation, whatever the planner believes about their number.
  cross join lateral (
    select ${columns} from events e
    where e.container_id = o.container_id and e.position > o.last_position and ${counted(e)} offset 0
  ) later
  where not o.ended
), head as (
  select earlier.*, false as counted
  from operations o
  cross join lateral (
    select ${columns} from events e
    where e.container_id = o.container_id and e.position < o.first_position and ${counted(e)}
    order by e.position desc limit 1
  ) earlier
  where o.first_position > 1
), intervals as materialized (
  select event_type, operation_type, at,
    ${lasted(sql`(select trip.start_time from containers trip where trip.container_id = event.container_id)`)} as duration
  from (
    -- The C collation compares bytes: keys have no language, and sorting by one would cost five times as much.
    select *, lead(at) over (partition by container_id collate "C" order by position) as next_at
    from (
      select container_id, position, event_type, operation_type, at, counted from month_events
      union all select container_id, position, event_type, operation_type, at, counted from tail
    ) trail
  ) event where counted
), corrected as (
  select x.*, c.display_container_id
  from (select container_id from operations union all select container_id from whole_trips) o
  join corrections x on x.container_id = o.container_id
  left join containers c on c.container_id = x.container_id
)`
}

/** Number of events of a period by local hour; hours without events are absent. */
export async function eventsByHour(
  tx: Tx,
  selection: Selection,
  period: Period,
  zone: string,
): Promise<{ hour: number; events: number }[]> {
  const { rows } = await tx.execute<{ hour: number; events: number }>(sql`
select extract(hour from e."timestamp" at time zone ${zone})::integer as hour, count(*)::integer as events
from events e
where ${selectedEvents(selection, period, e)}
group by 1`)
  return rows
}

/** Active operations whose newest event passes the filters. */
export async function countActive(tx: Tx, selection: Selection): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
select count(*)::integer as n from containers c
where c.is_active and ${owned(sql`c`, selection)}
  and ${selected(selection.selectors, sql`c.current_status`, sql`c.operation_type`)}`)
  return rows[0]?.n ?? 0
}

/** Operations that were active at `at` and whose newest event then passes the filters. */
export async function countActiveAt(tx: Tx, selection: Selection, at: number): Promise<number> {
  // Operations that have ended since are found by their last event, which needs no further index.
  const { rows } = await tx.execute<{ n: number }>(sql`
with alive as (
  select c.container_id, c.operation_type from containers c
  where c.is_active and c.start_time <= ${instant(at)} and ${owned(sql`c`, selection)}
  union all
  select c.container_id, c.operation_type
  from events e join containers c on c.container_id = e.container_id
  where e.event_type = ${LAST_STEP} and e."timestamp" > ${instant(at)} and ${counted(e)}
    and ${owned(sql`e`, selection)}
    and c.start_time <= ${instant(at)}
)
select count(*)::integer as n
from alive a
cross join lateral (
  select e.event_type from events e
  where e.container_id = a.container_id and e."timestamp" <= ${instant(at)} and ${counted(e)}
  order by e.position desc limit 1
) newest
where ${selected(selection.selectors, sql`newest.event_type`, sql`a.operation_type`)}`)
  return rows[0]?.n ?? 0
}

/** More records than this since the sums: reading the period costs less than looking which trips they are of. */
const MOST_NEWER = 20_000

/**
 * The supervisor's newest `seq`, and up to which one sums are of use. Also sets jit off and work_mem up: the planner
 * overestimates the next statement.
 */
export async function snapshotSeq(
  tx: Tx,
  scope: SupervisorScope,
): Promise<{ seq: number; summedUpTo: number | null }> {
  const { rows } = await tx.execute<{ seq: number; upto: number | null }>(sql`
select set_config('jit', 'off', true), set_config('work_mem', '16MB', true),
  coalesce((select last_seq from event_counters where tenant_id = ${scope.supervisorId}), 0)::double precision as seq,
  (select seq from summed where supervisor_id = ${scope.supervisorId} and rule = ${RULE})::double precision as upto`)
  const { seq, upto } = rows[0] ?? { seq: 0, upto: null }
  return { seq, summedUpTo: upto !== null && seq - upto <= MOST_NEWER ? upto : null }
}
