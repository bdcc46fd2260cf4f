/**
 * What a company of 200 trucks asks that is computed and not read: places to suggest, a month of estadía, the visits under
 * way, over 22,000 visits of four weeks, 200 polygons of 500 points and an agreement with five pauses. Time of each answer,
 * and the longest time that it held the thread: `npx tsx --conditions=acarreo-source bench/large-tenant.ts [--visits 22000]
 * [--rounds 5] [--zone America/Tijuana]`. Ends with 1 when a bound is broken.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { monthOf, monthPeriod } from '#domain/time/zone'
import { readConfig } from '#server/config'
import { benchDatabase } from './database.ts'
import { generate } from './generate.ts'
import { benchApp, signIn, timed } from './measure.ts'
import { rank } from './percentiles.ts'
import { type Bound, report } from './report.ts'

const { values: args } = parseArgs({
  options: {
    visits: { type: 'string', default: '22000' },
    rounds: { type: 'string', default: '5' },
    zone: { type: 'string', default: 'America/Tijuana' },
  },
})
const VISITS = Number(args.visits)
const TRUCKS = 200
const PLACES = 200
const CORNERS = 500
const DAYS = 27
const BOUND_MS = 1000
const STRETCH_MS = 250
const RESOLUTION_MS = 5
/** Beyond those of the generated history. */
const FIRST_SEQ = 1_000_000

const CONTRACT = {
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
const middleOf = (n: number) => ({ lat: 19 + (n % 20) / 10, lng: -104 + n / 200 })
const shapes = Array.from({ length: PLACES }, (_, n) => ({
  type: 'polygon',
  points: Array.from({ length: CORNERS }, (_, i) => {
    const { lat, lng } = middleOf(n)
    const angle = (2 * Math.PI * i) / CORNERS
    return { lat: lat + 0.0027 * Math.cos(angle), lng: lng + 0.0027 * Math.sin(angle) }
  }),
}))

/** Of 75 minutes at a place, one after the other over four weeks; each tenth truck has not left. One arrived in the year 2000. */
async function addVisits(client: pg.PoolClient, supervisorId: number, from: number): Promise<void> {
  const { rows: places } = await client.query<{ id: number }>(
    `insert into places (supervisor_id, name, kind, shape, time_zone, created_at)
     select $1, 'Patio ' || n, 'yard', shape, $2, now() from jsonb_array_elements($3::jsonb) with ordinality s (shape, n)
     returning id`,
    [supervisorId, args.zone, JSON.stringify(shapes)],
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
      VISITS,
      from,
      (DAYS * 86_400) / VISITS,
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

await report(async () => {
  const database = await benchDatabase()
  try {
    const { timezone } = readConfig({})
    const month = monthOf(monthPeriod(monthOf(Date.now(), timezone), timezone).from - 1, timezone)
    const { supervisors, password } = await generate(database, {
      events: TRUCKS * 10,
      supervisors: 1,
      operators: TRUCKS,
    })
    const [supervisor] = supervisors
    if (!supervisor) throw new Error('nobody to ask')
    const client = await database.pool.connect()
    await addVisits(client, supervisor.id, monthPeriod(month, timezone).from)
    client.release()

    const app = await benchApp(database)
    const cookie = await signIn(app, supervisor.username, password)
    const made = await app.inject({
      method: 'POST',
      url: '/api/detention/contracts',
      headers: { cookie },
      payload: CONTRACT,
    })
    if (made.statusCode !== 201) throw new Error(`contract: ${made.body}`)

    const bounds: Bound[] = []
    const figures: Record<string, { milliseconds: number; stretch: number; bytes: number }> = {}
    console.log('answer                                  ms  longest stretch, ms      kB')
    for (const url of [
      '/api/supervisor/places/suggested',
      `/api/detention?month=${month}`,
      '/api/detention/now',
    ]) {
      const times: number[] = []
      const stretches: number[] = []
      let bytes = 0
      for (let round = 0; round < Number(args.rounds); round++) {
        const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
        delay.enable()
        const { milliseconds, body } = await timed(app, cookie, url)
        // The last stretch is known once the timer of the histogram has fired.
        await pause(4 * RESOLUTION_MS)
        delay.disable()
        times.push(milliseconds)
        stretches.push(delay.max / 1e6 - RESOLUTION_MS)
        bytes = body.length
      }
      const name = url.split('?', 1)[0] ?? url
      const [milliseconds, stretch] = [rank(times, 50), rank(stretches, 50)]
      figures[name] = { milliseconds, stretch, bytes }
      console.log(
        `${name.padEnd(34)} ${milliseconds.toFixed(0).padStart(7)} ${stretch.toFixed(0).padStart(20)} ${(bytes / 1000).toFixed(0).padStart(7)}`,
      )
      bounds.push({ what: `${name}, p50 ms`, figure: milliseconds, atMost: BOUND_MS })
      bounds.push({ what: `${name}, longest stretch ms`, figure: stretch, atMost: STRETCH_MS })
    }
    await app.close()
    return { figures, bounds }
  } finally {
    await database.close()
  }
})
