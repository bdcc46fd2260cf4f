import { type SQL, sql } from 'drizzle-orm'
import type { EventSelector } from '#domain/kpi/event-words'
import { LONGEST_GAP_MS, PARK_GAPS, PARK_TIMINGS, VISIT_TIMINGS } from '#domain/kpi/park-timings'
import { FIRST_STEP, LAST_STEP, STOP_TYPES } from '#domain/operation/steps'
import type { Period } from '#domain/time/zone'
import type { Tx } from '../../../db/connect.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import type { MonthParts, PartName } from './parts.ts'

/** What the figures are computed from: the supervisor's rows that pass the filters. */
export interface Selection {
  scope: SupervisorScope
  /** Empty: every operator. */
  operatorIds: readonly number[]
  /** Operation keys or container numbers; empty: every one. */
  containers: readonly string[]
  /** null: every event. */
  selectors: readonly EventSelector[] | null
}

const instant = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`
const texts = (values: readonly string[]): SQL => sql`${sql.param(values)}::text[]`

/** The supervisor's rows of `events` or `containers` (as `alias`) that pass the filters on operator and container. */
function owned(alias: SQL, { scope, operatorIds, containers }: Selection): SQL {
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

/** Neither retracted nor of a cancelled operation. The first half is that of the index `events_history`. */
const COUNTING = sql`e.retracted_by is null and e.counts`

/** The events (as `alias`) of a period that pass the filters on operator and container. */
const ofPeriod = (alias: SQL, selection: Selection, { from, to }: Period): SQL => sql`
  ${owned(alias, selection)} and ${alias}.retracted_by is null and ${alias}.counts
    and ${alias}."timestamp" >= ${instant(from)} and ${alias}."timestamp" < ${instant(to)}`

/** The events of a period that pass all filters; a condition on the table `events`. */
export const selectedEvents = (selection: Selection, period: Period): SQL => {
  const alias = sql`events`
  const types = selected(selection.selectors, sql`events.event_type`, sql`events.operation_type`)
  return sql`${ofPeriod(alias, selection, period)} and ${types}`
}

/** Whether an event passes the filter on event types. */
function selected(selectors: Selection['selectors'], eventType: SQL, operationType: SQL): SQL {
  if (selectors === null) return sql`true`
  const any = selectors.filter((s) => s.operationType === null).map((s) => s.eventType)
  const some = selectors.flatMap((s) =>
    s.operationType === null
      ? []
      : [sql`(${eventType} = ${s.eventType} and ${operationType} = ${s.operationType})`],
  )
  return sql`(${sql.join([sql`${eventType} = any(${texts(any)})`, ...some], sql` or `)})`
}

/**
 * The events of a period, read once, and the later events of their operations.
 *
 * `month_events`: those of the period; `counted` when they pass the event filter. `operations`: one row for each
 * operation with an event in the period. `tail`: later events of operations that go on after the period; they close its
 * open intervals. `head`: the event before the period, of those that it found under way. `trail`: all three; only counted
 * events open an interval.
 */
export function trail(selection: Selection, period: Period): SQL {
  const columns = (
    of: SQL,
  ): SQL => sql`${of}.container_id, ${of}.position, ${of}.event_type, ${of}.operation_type,
    ${of}."timestamp" as at, ${of}.duration, ${of}.lat, ${of}.lng`
  return sql`
month_events as materialized (
  select ${columns(sql`e`)}, ${selected(selection.selectors, sql`e.event_type`, sql`e.operation_type`)} as counted
  from events e
  where ${ofPeriod(sql`e`, selection, period)}
), operations as materialized (
  select container_id, min(at) as first_at, min(position) as first_position, max(at) as last_at, max(position) as last_position,
    bool_or(event_type = ${LAST_STEP}) as ended
  from month_events group by container_id
), tail as materialized (
  select later.*, false as counted
  from operations o
  -- 'offset 0' keeps this one index range for each operation, whatever the planner believes about their number.
  cross join lateral (
    select ${columns(sql`e`)} from events e
    where e.container_id = o.container_id and e.position > o.last_position and ${COUNTING} offset 0
  ) later
  where not o.ended
), head as (
  select earlier.*, false as counted
  from operations o
  cross join lateral (
    select ${columns(sql`e`)} from events e
    where e.container_id = o.container_id and e.position < o.first_position and ${COUNTING}
    order by e.position desc limit 1
  ) earlier
  where o.first_position > 1
), trail as (
  select * from head union all select * from month_events union all select * from tail
), visits as materialized (
  select container_id, ${sql.join(
    VISIT_TIMINGS.flatMap((timing) => {
      const within = sql`event_type = any(${texts(PARK_GAPS[timing].within)})`
      // Even: the first of its events is counted. A later one opens nothing.
      const opens = sql`min(position * 2 + (not counted)::integer) filter (where ${within}) % 2 = 0`
      return [
        sql`case when ${opens} then min(at) filter (where ${within}) end as ${sql.identifier(`${timing}From`)}`,
        sql`min(at) filter (where event_type = any(${texts(PARK_GAPS[timing].after)})) as ${sql.identifier(`${timing}To`)}`,
      ]
    }),
    sql`, `,
  )}
  from trail group by container_id
), gaps as materialized (
  select v.container_id, g.timing, g.opened, g.closed,
    (extract(epoch from g.closed - g.opened) * 1000)::bigint as ms
  from visits v
  cross join lateral (values ${sql.join(
    VISIT_TIMINGS.map(
      (timing) =>
        sql`(${timing}::text, v.${sql.identifier(`${timing}From`)}, v.${sql.identifier(`${timing}To`)})`,
    ),
    sql`, `,
  )}) g (timing, opened, closed)
  -- A visit that the period found already under way has its opening in the period before.
  where g.opened is not null and g.closed is not null
)`
}

/** Whether a gap counts. */
export const counts = sql`ms > 0 and ms <= ${LONGEST_GAP_MS}`

/** The sums of a group of gaps, in milliseconds (`GapSums`). */
export const gapSums = sql`json_build_object(
  'samples', count(*) filter (where ${counts}),
  'sumMs', coalesce(sum(ms) filter (where ${counts}), 0),
  'p50Ms', coalesce((percentile_disc(array[0.5, 0.9]) within group (order by ms) filter (where ${counts}))[1], 0),
  'p90Ms', coalesce((percentile_disc(array[0.5, 0.9]) within group (order by ms) filter (where ${counts}))[2], 0),
  'excluded', count(*) filter (where not (${counts})),
  'excludedLong', count(*) filter (where ms > ${LONGEST_GAP_MS}))`

/** Whole seconds from one instant to another, never negative. */
const secondsBetween = (from: SQL, to: SQL): SQL =>
  sql`greatest(0, floor(extract(epoch from ${to} - ${from})))::bigint`

/** Each part is one JSON value over the common table expressions above. */
const PARTS: Record<PartName, (now: number) => SQL> = {
  types: () => sql`
select coalesce(json_agg(r), '[]') from (
  select event_type as "eventType", operation_type as "operationType", count(*) as events,
    count(duration) as intervals, coalesce(sum(duration), 0) as seconds
  from month_events where counted group by 1, 2
) r`,
  trips: () => sql`
select json_build_object(
  'trips', count(*) filter (where duration > 0),
  'minutes', coalesce(sum(duration / 60) filter (where duration > 0), 0),
  'excluded', count(*) filter (where duration <= 0))
from month_events where counted and event_type = ${LAST_STEP}`,
  deadTime: (now) => sql`
select json_build_object(
  'stops', stopped.stops, 'stopSeconds', stopped.seconds,
  'operations', ran.operations, 'runningSeconds', ran.seconds)
from (
  select count(*) as stops, coalesce(sum(coalesce(duration, ${secondsBetween(sql`at`, instant(now))})), 0) as seconds
  from month_events where counted and event_type = any(${texts(STOP_TYPES)})
) stopped, (
  select count(*) as operations, coalesce(sum(${secondsBetween(
    sql`o.first_at`,
    sql`(case when o.ended then o.last_at else coalesce(n.next_at, ${instant(now)}) end)`,
  )}), 0) as seconds
  from operations o
  left join (select container_id, min(at) as next_at from tail group by container_id) n using (container_id)
) ran`,
  gps: () => sql`
select json_build_object('events', count(*), 'count', count(*) filter (where lat is null or lng is null))
from month_events where counted and event_type <> ${FIRST_STEP}`,
  parkTimings: () => sql`
select coalesce(json_object_agg(timing, sums), '{}') from (
  select timing, ${gapSums} as sums
  from gaps where timing = any(${texts(PARK_TIMINGS)}) group by timing
) r`,
  distance: () => sql`
select to_json(coalesce(sum(2 * 6371 * asin(least(1, sqrt(
  power(sin(radians(to_lat - lat) / 2), 2)
  + cos(radians(lat)) * cos(radians(to_lat)) * power(sin(radians(to_lng - lng) / 2), 2))))), 0))
from (
  select counted, lat, lng, lead(lat) over legs as to_lat, lead(lng) over legs as to_lng
  from (
    -- A tenth of a millimetre. Numbers near 0 that no receiver means, but any phone may send, would underflow below.
    select container_id, position, counted, round(lat * 1e9) / 1e9 as lat, round(lng * 1e9) / 1e9 as lng
    from trail where lat is not null and lng is not null
  ) located
  -- The C collation compares bytes: keys have no language, and sorting by one would cost five times as much.
  window legs as (partition by container_id collate "C" order by position)
) leg
where counted and to_lat is not null`,
  statuses: () => sql`
select coalesce(json_agg(r), '[]') from (
  select e.event_type as "eventType", e.operation_type as "operationType", count(*) as operations
  from operations o
  join month_events e on e.container_id = o.container_id and e.position = o.last_position
  where e.counted group by 1, 2
) r`,
  corrections: () =>
    sql`select to_json(count(*)) from operations o join corrections x on x.container_id = o.container_id`,
}

/** The statement of `monthParts`; the benchmark runs EXPLAIN on it. */
export function monthStatement(
  selection: Selection,
  period: Period,
  now: number,
  names: readonly PartName[],
): SQL {
  const parts = names.map((name) => sql`(${PARTS[name](now)}) as ${sql.identifier(name)}`)
  return sql`with ${trail(selection, period)} select ${sql.join(parts, sql`, `)}`
}

/** Sums over the events of a period, in one statement with one scan. `now` closes open intervals. */
export async function monthParts<N extends PartName>(
  tx: Tx,
  selection: Selection,
  period: Period,
  now: number,
  names: readonly N[],
): Promise<Pick<MonthParts, N>> {
  const { rows } = await tx.execute(monthStatement(selection, period, now, names))
  return rows[0] as unknown as Pick<MonthParts, N>
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
where ${owned(sql`e`, selection)} and ${COUNTING}
  and e."timestamp" >= ${instant(period.from)} and e."timestamp" < ${instant(period.to)}
  and ${selected(selection.selectors, sql`e.event_type`, sql`e.operation_type`)}
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
  where e.event_type = ${LAST_STEP} and e."timestamp" > ${instant(at)} and ${COUNTING}
    and ${owned(sql`e`, selection)}
    and c.start_time <= ${instant(at)}
)
select count(*)::integer as n
from alive a
cross join lateral (
  select e.event_type from events e
  where e.container_id = a.container_id and e."timestamp" <= ${instant(at)} and ${COUNTING}
  order by e.position desc limit 1
) newest
where ${selected(selection.selectors, sql`newest.event_type`, sql`a.operation_type`)}`)
  return rows[0]?.n ?? 0
}

/** The supervisor's newest `seq`. Also sets jit off and work_mem up: the planner overestimates the next statement. */
export async function snapshotSeq(tx: Tx, scope: SupervisorScope): Promise<number> {
  const { rows } = await tx.execute<{ seq: number }>(sql`
select set_config('jit', 'off', true), set_config('work_mem', '16MB', true),
  coalesce((select last_seq from event_counters where tenant_id = ${scope.supervisorId}), 0)::double precision as seq`)
  return rows[0]?.seq ?? 0
}
