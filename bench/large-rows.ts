import type pg from 'pg'

export const PLACES = 200
const CORNERS = 500
const DAYS = 27
/** Beyond those of a generated history. */
const FIRST_SEQ = 1_000_000

/** With five pauses a day, of which one runs over midnight: a body for `POST /api/detention/contracts`. */
export const AGREEMENT = {
  name: 'Acuerdo general',
  clientId: null,
  placeId: null,
  operationType: null,
  basis: 'visit',
  freeMinutes: 60,
  blockMinutes: 15,
  rates: [{ uptoMinutes: null, centavosPerHour: 84_000 }],
  pauses: [
    { from: '02:00', to: '03:00' },
    { from: '06:30', to: '07:00' },
    { from: '10:30', to: '10:45' },
    { from: '14:00', to: '15:00' },
    { from: '22:00', to: '00:30' },
  ],
  validFrom: '2000-01-01',
  validUntil: null,
}

/** A yard of 300 m, some 11 km from the next. */
export const middleOf = (n: number) => ({ lat: 19 + (n % 20) / 10, lng: -104 + n / 200 })
export const shapes = Array.from({ length: PLACES }, (_, n) => ({
  type: 'polygon',
  points: Array.from({ length: CORNERS }, (_, i) => {
    const { lat, lng } = middleOf(n)
    const angle = (2 * Math.PI * i) / CORNERS
    return { lat: lat + 0.0027 * Math.cos(angle), lng: lng + 0.0027 * Math.sin(angle) }
  }),
}))

/**
 * Adds places and visits to a supervisor: 75 minutes at a place, one after the other over the four weeks after `from`
 * (epoch milliseconds); each tenth truck has not left, and one arrived in the year 2000.
 */
export async function addLargeMonth(
  client: pg.PoolClient,
  {
    supervisorId,
    from,
    visits,
    timeZone,
  }: { supervisorId: number; from: number; visits: number; timeZone: string },
): Promise<void> {
  const { rows: places } = await client.query<{ id: number }>(
    `insert into places (supervisor_id, name, kind, shape, time_zone, created_at)
     select $1, 'Patio ' || n, 'yard', shape, $2, now() from jsonb_array_elements($3::jsonb) with ordinality s (shape, n)
     returning id`,
    [supervisorId, timeZone, JSON.stringify(shapes)],
  )
  const middles = Array.from({ length: PLACES }, (_, n) => middleOf(n))
  await client.query(
    `create temporary table visit as
     select n, 'visita-' || n as key, 'CSQU' || lpad(n::text, 7, '0') as number, n = 0 as old, n % 10 = 0 as open,
       case when n = 0 then '2000-01-01T12:00Z'::timestamptz else to_timestamp($2::float8 / 1000 + n * $3::float8) end as at,
       ($4::int[])[1 + n % ${PLACES}] as place, ($5::float8[])[1 + n % ${PLACES}] + (n % 97 - 48) * 0.00005 as lat,
       ($6::float8[])[1 + n % ${PLACES}] + (n % 89 - 44) * 0.00005 as lng
     from generate_series(0, $1::int) n`,
    [
      visits,
      from,
      (DAYS * 86_400) / visits,
      places.map(({ id }) => id),
      middles.map(({ lat }) => lat),
      middles.map(({ lng }) => lng),
    ],
  )
  await client.query(
    `insert into containers (container_id, display_container_id, user_id, username, display_name, supervisor_id,
       operation_type, current_status, last_completed_status, last_completed_time, start_time, last_updated, version,
       newest_position, is_active, place_id)
     select key, number, 1000000 + n, 'chofer', 'Chofer', $1, 'load', 'arrived_at_park', 'arrived_at_park', at, at, at, 2, 2,
       old, place from visit`,
    [supervisorId],
  )
  for (const [position, step, at] of [
    [1, 'arrived_at_park', 'at'],
    [2, 'exit_park', `at + interval '75 minutes'`],
  ] as const) {
    await client.query(
      `insert into events (event_id, seq, supervisor_id, user_id, username, container_id, display_container_id,
         operation_type, event_type, position, timestamp, recorded_at, lat, lng, accuracy)
       select gen_random_uuid(), $2::bigint * 2 + n * 2 + $3, $1, 1000000 + n, 'chofer', key, number, 'load', $4, $3, ${at}, ${at}, lat, lng, 12
       from visit where $3 = 1 or not open`,
      [supervisorId, FIRST_SEQ, position, step],
    )
  }
  await client.query('vacuum (analyze) events, containers, places')
}
