import { sql } from 'drizzle-orm'
import type { Coordinates } from '#domain/geo/position'
import { type Box, GATE_STEPS, TRACK_KINDS, type TrackKind, YARD_STEPS } from '#domain/place/tracks'
import type { Queryable } from '../../db/connect.ts'
import { events } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import { counted } from './events.ts'
import { instant, texts } from './fragments.ts'

export interface Tracks {
  cells: (Coordinates & { kind: TrackKind; steps: number })[]
  legs: { from: Coordinates; to: Coordinates; trips: number }[]
}

interface Row extends Coordinates, Record<string, unknown> {
  kind: TrackKind
  /** Of a leg: where it begins. */
  from_lat: number | null
  from_lng: number | null
  count: number
}

const [GATE, YARD, WAY] = TRACK_KINDS

/**
 * Where the steps since then were pressed within a box, gathered in cells of `cell` degrees, and the legs between cells of
 * steps that follow each other in one operation. Positions are the means of what was gathered. Operations are told apart by a
 * hash: it is half as much to sort as their keys, and two with the same one would cost a leg that nobody drove.
 */
export async function tracksIn(
  db: Queryable,
  { supervisorId }: SupervisorScope,
  {
    since,
    box,
    cell,
    mostCells,
    mostLegs,
  }: { since: number; box: Box; cell: number; mostCells: number; mostLegs: number },
): Promise<Tracks> {
  const degrees = (value: number) => sql`${value}::double precision`
  const { rows } = await db.execute<Row>(sql`
    with seen as materialized (
      select hashtextextended(${events.operationKey}, 0) as operation, ${events.position} as position, ${events.lat} as lat, ${events.lng} as lng,
        floor(${events.lat} / ${degrees(cell)})::int as y, floor(${events.lng} / ${degrees(cell)})::int as x,
        case when ${events.eventType} = any(${texts(GATE_STEPS)}) then ${GATE}
          when ${events.eventType} = any(${texts(YARD_STEPS)}) then ${YARD} else ${WAY} end as kind
      from ${events}
      where ${events.supervisorId} = ${supervisorId} and ${events.timestamp} >= ${instant(since)} and ${counted()}
        and ${events.lat} between ${degrees(box.south)} and ${degrees(box.north)}
        and ${events.lng} between ${degrees(box.west)} and ${degrees(box.east)}
    ), next as (
      select lat, lng, y, x, position - lag(position) over trip as ahead, lag(lat) over trip as from_lat,
        lag(lng) over trip as from_lng, lag(y) over trip as from_y, lag(x) over trip as from_x
      from seen window trip as (partition by operation order by position)
    )
    (select kind, avg(lat) as lat, avg(lng) as lng, null::float8 as from_lat, null::float8 as from_lng, count(*)::int as count
      from seen group by y, x, kind order by count desc, y, x limit ${mostCells})
    union all
    (select null, avg(lat), avg(lng), avg(from_lat), avg(from_lng), count(*)::int as count
      from next where ahead = 1 and (y, x) <> (from_y, from_x)
      group by y, x, from_y, from_x order by count desc, y, x limit ${mostLegs})`)
  const tracks: Tracks = { cells: [], legs: [] }
  for (const { kind, lat, lng, from_lat, from_lng, count } of rows) {
    if (from_lat === null || from_lng === null) tracks.cells.push({ lat, lng, kind, steps: count })
    else tracks.legs.push({ from: { lat: from_lat, lng: from_lng }, to: { lat, lng }, trips: count })
  }
  return tracks
}
