import { type SQL, sql } from 'drizzle-orm'
import { type GapSums, TURN_TIMINGS, type TurnTiming } from '#domain/kpi/park-timings'
import type { Period } from '#domain/time/zone'
import type { Tx } from '../../../../db/connect.ts'
import { type Selection, selectedEvents } from '../../../../record/read/period.ts'
import { visitsOf } from '../../../../record/read/visits.ts'
import { outsideSteps } from '../../../driver/places/outside/steps.ts'
import { listPlaces } from '../../../driver/places/queries.ts'
import { counts, gapSums, trail } from '../queries.ts'

/** Visits of a place, a client, and arrivals of a day of the week or an hour. Null: of none. */
export interface Visited {
  placeId?: number | null | undefined
  clientId?: number | null | undefined
  weekday?: number | undefined
  hour?: number | undefined
}

/** The gaps with the place and the client of their operation, as `visited`, after `trail`. */
export const visitedGaps = ({ scope }: Selection, zone: string): SQL => sql`
visited as (
  select g.*, visit.display_container_id, visit.username, visit.place_id, visit.place, visit.client_id, visit.client,
    arrived.at at time zone ${zone} as arrived
  from gaps g
  join ${visitsOf(scope)} on visit.container_id = g.container_id
  -- The hour of a visit is that of its arrival, whichever of its times is asked for.
  cross join lateral (select coalesce(v."totalTimeFrom", g.opened) as at from visits v where v.container_id = g.container_id) arrived
)`

/** Conditions on `visited`. */
export function which({ placeId, clientId, weekday, hour }: Visited): SQL {
  const conditions = [
    ...(placeId === undefined ? [] : [sql`place_id is not distinct from ${placeId}::integer`]),
    ...(clientId === undefined ? [] : [sql`client_id is not distinct from ${clientId}::integer`]),
    ...(weekday === undefined ? [] : [sql`extract(isodow from arrived) = ${weekday}`]),
    ...(hour === undefined ? [] : [sql`extract(hour from arrived) = ${hour}`]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

export interface GroupSums {
  id: number | null
  name: string | null
  timings: Partial<Record<TurnTiming, GapSums>>
}

const groups = (id: SQL, name: SQL): SQL => sql`(
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'timings', timings) order by most desc, name), '[]')
  from (
    select id, name, json_object_agg(timing, sums) as timings, max((sums ->> 'samples')::integer + (sums ->> 'excluded')::integer) as most
    from (
      select ${id} as id, ${name} as name, timing, ${gapSums} as sums
      from visited group by 1, 2, 3
    ) of_timing group by id, name
  ) of_group
)`

/** The visits of a period by place and by client, those with most visits first. */
export async function turnSums(
  tx: Tx,
  selection: Selection,
  period: Period,
  zone: string,
): Promise<{ places: GroupSums[]; clients: GroupSums[] }> {
  const { rows } = await tx.execute<{ places: GroupSums[]; clients: GroupSums[] }>(sql`
with ${trail(selection, period, TURN_TIMINGS)}, ${visitedGaps(selection, zone)}
select ${groups(sql`place_id`, sql`place`)} as places, ${groups(sql`client_id`, sql`client`)} as clients`)
  return rows[0] ?? { places: [], clients: [] }
}

/** The steps of a period outside their place, each with the client that it counts for. */
export async function outsideOf(
  tx: Tx,
  selection: Selection,
  period: Period,
): Promise<{ operationKey: string; placeId: number; clientId: number | null }[]> {
  const places = new Map((await listPlaces(tx, selection.scope)).map((place) => [place.id, place]))
  const steps = await outsideSteps(tx, selection.scope, places, selectedEvents(selection, period))
  return steps.map(({ operationKey, placeId, clientId }) => ({
    operationKey,
    placeId,
    clientId: clientId ?? places.get(placeId)?.clientId ?? null,
  }))
}

export interface HourSums extends Record<string, unknown> {
  weekday: number
  hour: number
  samples: number
  p50Ms: number
}

/** How long visits took by the local day and hour of their arrival. */
export async function hourSums(
  tx: Tx,
  selection: Selection,
  period: Period,
  zone: string,
  visited: Visited,
): Promise<HourSums[]> {
  const { rows } = await tx.execute<HourSums>(sql`
with ${trail(selection, period, ['totalTime'])}, ${visitedGaps(selection, zone)}
select extract(isodow from arrived)::integer as weekday, extract(hour from arrived)::integer as hour,
  count(*)::integer as samples, (percentile_disc(0.5) within group (order by ms))::double precision as "p50Ms"
from visited where ${counts} and ${which(visited)}
group by 1, 2 order by 1, 2`)
  return rows
}
