import type pg from 'pg'
import type { EventType } from '#domain/operation/steps'
import type { Period } from '#domain/time/zone'
import { middleOf, PLACES, shapes } from '../large-rows.ts'

export const TRUCKS = 200
const CLIENTS = 20
/** Beyond those of the generated history. */
const FIRST_SEQ = 1_000_000

/** Minutes from the arrival to each event of a trip; the work is loading in one half of them and unloading in the other. */
const TRIP: readonly (readonly [EventType | 'work_complete', number])[] = [
  ['start_trip', -120],
  ['en_route', -110],
  ['stop_fuel', -90],
  ['resume_route', -80],
  ['stop_bathroom', -60],
  ['resume_route', -55],
  ['stop_rest', -40],
  ['resume_route', -20],
  ['arrived_at_park', 0],
  ['access_granted', 15],
  ['vehicle_parked', 25],
  ['work_complete', 60],
  ['exit_park', 75],
  ['end_trip', 150],
]
const EVENTS = TRIP.length
const ARRIVAL = TRIP.findIndex(([type]) => type === 'arrived_at_park') + 1

/**
 * The company's clients, places and visits of 75 minutes, evenly over the period. Each truck is still at its last visit; one
 * of these says that it arrived in the year 2000. Returns the number of events.
 */
export async function addVisits(
  client: pg.PoolClient,
  supervisorId: number,
  { visits, period: { from, to }, zone }: { visits: number; period: Period; zone: string },
): Promise<number> {
  const { rows: clients } = await client.query<{ id: number }>(
    `insert into clients (supervisor_id, name, created_at)
     select $1, 'Cliente ' || n, now() from generate_series(1, $2::int) n returning id`,
    [supervisorId, CLIENTS],
  )
  const { rows: places } = await client.query<{ id: number }>(
    `insert into places (supervisor_id, name, kind, shape, time_zone, client_id, created_at)
     select $1, 'Patio ' || n, 'yard', shape, $2, ($4::int[])[1 + n % ${CLIENTS}], now()
     from jsonb_array_elements($3::jsonb) with ordinality s (shape, n) returning id`,
    [supervisorId, zone, JSON.stringify(shapes), clients.map(({ id }) => id)],
  )
  const middles = Array.from({ length: PLACES }, (_, n) => middleOf(n))
  // A truck is under way once: with the last of the visits.
  await client.query('update containers set is_active = false where supervisor_id = $1', [supervisorId])
  await client.query(
    `create temporary table visit as
     select n, 'CSQU' || lpad(n::text, 7, '0') || '_' || md5(n::text) as key, 'CSQU' || lpad(n::text, 7, '0') as number,
       case when n % 2 = 0 then 'load' else 'unload' end as work, n >= $2 - ${TRUCKS} as open,
       driver.id as user_id, driver.username, driver.display_name,
       case when n = $2 - 1 then '2000-01-01T12:00Z'::timestamptz
         else to_timestamp(($3::float8 + (n + 0.5) / $2 * ($4::float8 - $3::float8)) / 1000) end as at,
       ($5::int[])[1 + n % ${PLACES}] as place, ($6::float8[])[1 + n % ${PLACES}] + (n % 97 - 48) * 0.00005 as lat,
       ($7::float8[])[1 + n % ${PLACES}] + (n % 89 - 44) * 0.00005 as lng
     from generate_series(0, $2::int - 1) n
     join (select *, row_number() over (order by id) - 1 as rank from users where supervisor_id = $1) driver
       on driver.rank = n % ${TRUCKS}`,
    [
      supervisorId,
      visits,
      from,
      to,
      places.map(({ id }) => id),
      middles.map(({ lat }) => lat),
      middles.map(({ lng }) => lng),
    ],
  )
  await client.query(
    `insert into containers (container_id, display_container_id, user_id, username, display_name, supervisor_id,
       operation_type, current_status, last_completed_status, last_completed_time, start_time, last_updated, version,
       newest_position, is_active, place_id, lat, lng, location)
     select key, number, user_id, username, display_name, $1, work, step, step,
       at + case when open then interval '0' else interval '${TRIP.at(-1)?.[1]} minutes' end,
       at + interval '${TRIP[0]?.[1]} minutes', at, records, records, open, place, lat, lng, 'Manzanillo'
     from visit, lateral (
       select case when open then 'arrived_at_park' else 'end_trip' end as step,
         case when open then ${ARRIVAL} else ${EVENTS} end as records) newest`,
    [supervisorId],
  )
  const { rowCount } = await client.query(
    `insert into events (event_id, seq, supervisor_id, user_id, username, container_id, display_container_id,
       operation_type, event_type, position, timestamp, recorded_at, lat, lng, accuracy, location)
     select gen_random_uuid(), $2 + n * ${EVENTS}::bigint + position, $1, user_id, username, key, number, work,
       case when type = 'work_complete' then work || '_complete' else type end, position,
       at + minutes * interval '1 minute', at + minutes * interval '1 minute',
       lat, lng, 12, 'Manzanillo'
     from visit, (
       select ordinality as position, trip->>0 as type, (trip->>1)::int as minutes
       from jsonb_array_elements($3::jsonb) with ordinality as each (trip)) step
     where not open or position <= ${ARRIVAL}
     order by at + minutes * interval '1 minute'`,
    [supervisorId, FIRST_SEQ, JSON.stringify(TRIP)],
  )
  await client.query(
    `update event_counters set last_seq = (select max(seq) from events where supervisor_id = $1) where tenant_id = $1`,
    [supervisorId],
  )
  await client.query('vacuum (analyze) events, containers, places, clients')
  return rowCount ?? 0
}
