import { type SQL, sql } from 'drizzle-orm'
import {
  LONGEST_GAP_MS,
  PARK_GAPS,
  PARK_TIMINGS,
  VISIT_TIMINGS,
  type VisitTiming,
} from '#domain/kpi/park-timings'
import {
  EVENT_TYPES,
  type EventType,
  FIRST_STEP,
  LAST_STEP,
  STEP_TYPES,
  STOP_TYPES,
  type StepType,
} from '#domain/operation/steps'
import type { Period } from '#domain/time/zone'
import type { Tx } from '../../../db/connect.ts'
import { instant, kilometres, texts } from '../../../record/read/fragments.ts'
import { secondsBetween } from '../../../record/read/intervals.ts'
import { eventsOfPeriod, type Selection, selected } from '../../../record/read/period.ts'
import type { MonthParts, PartName } from './parts.ts'

/** Whether an event of a row's `operation_type` passes the filter on types. */
type Selects = (eventType: SQL) => SQL

const selectsOf =
  ({ selectors }: Selection): Selects =>
  (eventType) =>
    selected(selectors, eventType, sql`operation_type`)

const literal = (type: EventType): SQL => sql.raw(`'${type}'::text`)
const firstAt = (step: StepType): SQL => sql.raw(`steps_at[${STEP_TYPES.indexOf(step) + 1}]`)

/**
 * The events of a period with the times between them, after `eventsOfPeriod`.
 *
 * `trail`: the events of the period with those before and after it; only counted events open an interval.
 * `visits`: one row for each operation with events in a park. `gaps`: its times there, those of `timings`; whichever they
 * are, `visits` has the arrival.
 */
export function trail(
  selection: Selection,
  period: Period,
  timings: readonly VisitTiming[] = PARK_TIMINGS,
): SQL {
  const timed = VISIT_TIMINGS.filter((timing) => timing === 'totalTime' || timings.includes(timing))
  const inPark = new Set(timed.flatMap((timing) => [...PARK_GAPS[timing].within, ...PARK_GAPS[timing].after]))
  const firstOf = (steps: readonly StepType[]) => sql`least(${sql.join(steps.map(firstAt), sql`, `)})`
  const selects = selectsOf(selection)
  /** Of a summed trip, whose steps are in the order of the workflow: null when the first of them is not counted. */
  const opened = (steps: readonly StepType[]) =>
    sql`case when case ${sql.join(
      STEP_TYPES.filter((step) => steps.includes(step)).map(
        (step) => sql`when ${firstAt(step)} is not null then ${selects(literal(step))}`,
      ),
      sql` `,
    )} end then ${firstOf(steps)} end`
  return sql`
${eventsOfPeriod(selection, period)}, trail as (
  select * from head union all select * from month_events union all select * from tail
), visits as materialized (
  select container_id, ${sql.join(
    timed.flatMap((timing) => {
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
  from trail where event_type = any(${texts([...inPark])}) group by container_id
  union all
  select container_id, ${sql.join(
    timed.flatMap((timing) => [opened(PARK_GAPS[timing].within), firstOf(PARK_GAPS[timing].after)]),
    sql`, `,
  )} from whole_trips
), gaps as materialized (
  select v.container_id, g.timing, g.opened, g.closed,
    (extract(epoch from g.closed - g.opened) * 1000)::bigint as ms
  from visits v
  cross join lateral (values ${sql.join(
    timings.map(
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

/** What `trip_sums` has of each type of event. */
const OF_TYPES = ['events', 'intervals', 'seconds', 'unlocated', 'distance'] as const

/** The element of an array of `trip_sums` that is of this type. */
const ofType = (column: (typeof OF_TYPES)[number], type: EventType): SQL =>
  sql.raw(`${column}[${EVENT_TYPES.indexOf(type) + 1}]`)

/** The sums of `whole_trips` by type of operation and of event, of those that pass the filter on types. */
const summedTypes = (selects: Selects): SQL => sql`summed_types as materialized (
  select of_type.*, operation_type
  from (
    select operation_type, ${sql.join(
      EVENT_TYPES.flatMap((type) =>
        OF_TYPES.map((column) => sql`sum(${ofType(column, type)}) as ${sql.identifier(`${type}_${column}`)}`),
      ),
      sql`, `,
    )} from whole_trips group by operation_type
  ) t
  cross join lateral (values ${sql.join(
    EVENT_TYPES.map(
      (type) =>
        sql`(${literal(type)}, ${sql.join(
          OF_TYPES.map((column) => sql.identifier(`${type}_${column}`)),
          sql`, `,
        )})`,
    ),
    sql`, `,
  )}) of_type (event_type, ${sql.raw(OF_TYPES.join())})
  where of_type.events > 0 and ${selects(sql`of_type.event_type`)}
)`

/** Each part is one JSON value over the common table expressions above. */
const PARTS: Record<PartName, (now: number, selects: Selects) => SQL> = {
  types: () => sql`
select coalesce(json_agg(r), '[]') from (
  select event_type as "eventType", operation_type as "operationType", sum(events) as events,
    sum(intervals) as intervals, sum(seconds) as seconds
  from (
    select event_type, operation_type, count(*) as events, count(duration) as intervals, coalesce(sum(duration), 0) as seconds
    from intervals group by 1, 2
    union all select event_type, operation_type, events, intervals, seconds from summed_types
  ) of_type group by 1, 2
) r`,
  trips: (_now, selects) => sql`
select json_build_object(
  'trips', count(*) filter (where duration > 0),
  'minutes', coalesce(sum(duration / 60) filter (where duration > 0), 0),
  'excluded', count(*) filter (where duration <= 0))
from (
  select duration from intervals where event_type = ${LAST_STEP}
  union all select ${ofType('seconds', LAST_STEP)} from whole_trips
  where ${ofType('intervals', LAST_STEP)} > 0 and ${selects(literal(LAST_STEP))}
) trip`,
  deadTime: (now) => sql`
select json_build_object(
  'stops', stopped.stops, 'stopSeconds', stopped.seconds,
  'operations', ran.operations, 'runningSeconds', ran.seconds)
from (
  select coalesce(sum(stops), 0) as stops, coalesce(sum(seconds), 0) as seconds from (
    select count(*) as stops, sum(coalesce(duration, ${secondsBetween(sql`at`, instant(now))})) as seconds
    from intervals where event_type = any(${texts(STOP_TYPES)})
    union all select events, seconds from summed_types where event_type = any(${texts(STOP_TYPES)})
  ) stop
) stopped, (
  select count(*) as operations, coalesce(sum(seconds), 0) as seconds from (
    select ${secondsBetween(
      sql`o.first_at`,
      sql`(case when o.ended then o.last_at else coalesce(n.next_at, ${instant(now)}) end)`,
    )} as seconds
    from operations o
    left join (select container_id, min(at) as next_at from tail group by container_id) n using (container_id)
    union all select ${secondsBetween(sql`first_at`, sql`last_at`)} from whole_trips
  ) operation
) ran`,
  gps: () => sql`
select json_build_object('events', sum(events), 'count', sum(missing)) from (
  select count(*) as events, count(*) filter (where lat is null or lng is null) as missing
  from month_events where counted and event_type <> ${FIRST_STEP}
  union all select coalesce(sum(events), 0), coalesce(sum(unlocated), 0) from summed_types where event_type <> ${FIRST_STEP}
) fix`,
  parkTimings: () => sql`
select coalesce(json_object_agg(timing, sums), '{}') from (
  select timing, ${gapSums} as sums
  from gaps group by timing
) r`,
  distance: () => sql`
select to_json(coalesce(sum(leg), 0)) from (
  select ${kilometres} as leg
  from (
    select counted, lat, lng, lead(lat) over legs as to_lat, lead(lng) over legs as to_lng
    from (
      -- A tenth of a millimetre. Numbers near 0 that no receiver means, but any phone may send, would underflow below.
      select container_id, position, counted, round(lat * 1e9) / 1e9 as lat, round(lng * 1e9) / 1e9 as lng
      from trail where lat is not null and lng is not null
    ) located
    window legs as (partition by container_id collate "C" order by position)
  ) leg
  where counted and to_lat is not null
  union all select distance from summed_types
) legs`,
  statuses: (_now, selects) => sql`
select coalesce(json_agg(r), '[]') from (
  select event_type as "eventType", operation_type as "operationType", sum(operations) as operations from (
    select e.event_type, e.operation_type, count(*) as operations
    from operations o
    join month_events e on e.container_id = o.container_id and e.position = o.last_position
    where e.counted group by 1, 2
    union all select ${LAST_STEP}, operation_type, count(*) from whole_trips where ${selects(literal(LAST_STEP))} group by 2
  ) newest group by 1, 2
) r`,
  corrections: () => sql`select to_json(count(*)) from corrected`,
}

/** The statement of `monthParts`; the benchmark runs EXPLAIN on it. */
export function monthStatement(
  selection: Selection,
  period: Period,
  now: number,
  names: readonly PartName[],
): SQL {
  const selects = selectsOf(selection)
  const parts = names.map((name) => sql`(${PARTS[name](now, selects)}) as ${sql.identifier(name)}`)
  return sql`with ${trail(selection, period)}, ${summedTypes(selects)} select ${sql.join(parts, sql`, `)}`
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
