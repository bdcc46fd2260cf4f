import { afterAll, beforeAll, expect, it } from 'vitest'
import { kpiVisitsResponse } from '#contract/http/desk/kpis'
import { turnHoursResponse, turnTimesResponse } from '#contract/http/desk/turn-times'
import { type Actor, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { ownerDoes } from '../../support/database.ts'
import { insertTrips, nextContainerNumber } from '../../support/history.ts'

const MINUTE = 60_000
/** Tuesday 3 March 2026 at 08:00 in Mexico City. */
const EIGHT = Date.UTC(2026, 2, 3, 14)
const STEPS = ['arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete', 'exit_park'] as const

let t: TestApp
let boss: Actor
/** Places and clients by name. */
const ids: Record<string, number> = {}

/** The middle of each place, and a step 4.5 km away. */
const [HERE, AWAY] = [
  { lat: 20.5, lng: -103.1 },
  { lat: 20.54, lng: -103.1 },
]

/** Arrives `at` minutes after 08:00; the other steps follow after so many minutes each, the first two at `positions`. */
const visit = (
  at: number,
  [access, parked, done, exit]: readonly [number, number, number, number],
  positions = [HERE, HERE],
) => {
  let time = EIGHT + at * MINUTE
  const times = [time, ...[access, parked, done, exit].map((minutes) => (time += minutes * MINUTE))]
  return {
    supervisorId: boss.id,
    operatorId: 70,
    operationType: 'load' as const,
    containerNumber: nextContainerNumber(),
    events: [
      { type: 'start_trip' as const, at: (times[0] as number) - 30 * MINUTE },
      { type: 'en_route' as const, at: (times[0] as number) - 20 * MINUTE },
      ...STEPS.map((type, index) => ({
        type,
        at: times[index] as number,
        coordinates: positions[index] ?? null,
      })),
      { type: 'end_trip' as const, at: time + 10 * MINUTE },
    ],
  }
}

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  const stored = await insertTrips(t.deps.database, [
    visit(0, [41, 14, 85, 17]),
    visit(60, [11, 9, 30, 10], [AWAY, AWAY]),
    visit(0, [10, 10, 260, 10], [HERE, AWAY]),
    visit(24 * 60, [5, 5, 15, 5], [AWAY, AWAY]),
  ])
  const made = async (table: string, columns: string, values: string): Promise<void> => {
    const { rows } = await ownerDoes(
      t.deps.database,
      `insert into ${table} (supervisor_id, created_at, ${columns}) values (${boss.id}, now(), ${values}) returning id, name`,
    )
    for (const { id, name } of rows) ids[name] = id
  }
  await made('clients', 'name', `'Cemex'`)
  await made('clients', 'name', `'Bimbo'`)
  const shape = `'{"type":"circle","center":{"lat":20.5,"lng":-103.1},"radiusMetres":300}'::jsonb`
  const place = (name: string, client: string) =>
    made(
      'places',
      'name, kind, shape, time_zone, client_id',
      `'${name}', 'park', ${shape}, 'America/Mexico_City', ${client}`,
    )
  await place('Parque Sur', String(ids.Cemex))
  await place('Patio Norte', 'null')
  const given = [
    [ids['Parque Sur'], null],
    [ids['Parque Sur'], ids.Bimbo],
    [ids['Patio Norte'], null],
    [null, null],
  ]
  for (const [index, [placeId, clientId]] of given.entries()) {
    await ownerDoes(
      t.deps.database,
      `update containers set place_id = ${placeId}, client_id = ${clientId} where container_id = '${stored[index]?.operationKey}'`,
    )
  }
})
afterAll(() => t.close())

const get = async (path: string, who = boss) => {
  const { status, body } = await who.get(`/api/supervisor/kpis/${path}`)
  expect(status).toBe(200)
  return body
}
const turnTimes = async (query = '?month=2026-03', who = boss) =>
  turnTimesResponse.parse(await get(`turn-times${query}`, who))
const visits = async (query: string) => kpiVisitsResponse.parse(await get(`visits?month=2026-03&${query}`))

it('tells queue, terminal and visit of each place, most visits first', async () => {
  const { places } = await turnTimes()
  expect(places.map(({ name, timings }) => [name, timings.totalTime.samples])).toEqual([
    ['Parque Sur', 2],
    ['Patio Norte', 0],
    [null, 1],
  ])
  expect(places[0]?.timings).toEqual({
    accessTime: { mean: 26, p50: 11, p90: 41, samples: 2, excluded: 0, excludedLong: 0 },
    terminalTime: { mean: 82.5, p50: 49, p90: 116, samples: 2, excluded: 0, excludedLong: 0 },
    totalTime: { mean: 108.5, p50: 60, p90: 157, samples: 2, excluded: 0, excludedLong: 0 },
  })
})

it('counts a visit for the client of the operation, else for that of its place', async () => {
  const { clients } = await turnTimes()
  const medians = Object.fromEntries(clients.map(({ name, timings }) => [name, timings.totalTime.p50]))
  expect(medians).toEqual({ Cemex: 157, Bimbo: 60, null: 30 })
})

it('says how many trips have a step outside of their place', async () => {
  const { places, clients } = await turnTimes()
  const counted = (groups: typeof places) => groups.map(({ name, outside }) => [name, outside])
  expect(counted(places)).toEqual([
    ['Parque Sur', 1],
    ['Patio Norte', 1],
    [null, 0],
  ])
  expect(Object.fromEntries(counted(clients))).toEqual({ Cemex: 0, Bimbo: 1, null: 1 })
  const granted = await turnTimes('?month=2026-03&eventType=access_granted')
  expect(Object.fromEntries(counted(granted.places))['Patio Norte']).toBe(1)
  const arrived = await turnTimes('?month=2026-03&eventType=arrived_at_park')
  expect(Object.fromEntries(counted(arrived.places))).toMatchObject({ 'Parque Sur': 1, 'Patio Norte': 0 })
})

it('opens to the visits it counts, also those it leaves out', async () => {
  const sur = `placeId=${ids['Parque Sur']}`
  expect((await visits(`timing=terminalTime&${sur}`)).map(({ minutes }) => minutes)).toEqual([116, 49])
  expect((await visits(`timing=totalTime&clientId=${ids.Bimbo}`)).map(({ minutes }) => minutes)).toEqual([60])
  expect((await visits('timing=totalTime&placeId=none')).map(({ minutes }) => minutes)).toEqual([30])
  const left = await visits(`timing=totalTime&placeId=${ids['Patio Norte']}&excluded=true`)
  expect(left.map(({ minutes }) => minutes)).toEqual([290])
  expect((await boss.get('/api/supervisor/kpis/visits?timing=totalTime&placeId=x')).status).toBe(400)
})

it('says how long visits took by the day and hour of their arrival', async () => {
  const hours = async (query = '') => turnHoursResponse.parse(await get(`turn-hours?month=2026-03${query}`))
  expect(await hours()).toEqual([
    { weekday: 2, hour: 8, samples: 1, p50: 157 },
    { weekday: 2, hour: 9, samples: 1, p50: 60 },
    { weekday: 3, hour: 8, samples: 1, p50: 30 },
  ])
  expect(await hours(`&placeId=${ids['Parque Sur']}`)).toHaveLength(2)
  const tuesdayNine = await visits('timing=totalTime&excluded=false&weekday=2&hour=9')
  expect(tuesdayNine.map(({ minutes }) => minutes)).toEqual([60])
})

it('is in the report and its CSV, from the record and not from what was sent', async () => {
  const { body } = await boss.post('/api/reports', { month: '2026-03' })
  expect(body.reportData.turnTimes.places[0].name).toBe('Parque Sur')
  const csv = await boss.post('/api/reports/export', { month: '2026-03' })
  expect(String(csv.body)).toContain('Tiempos por lugar,"Parque Sur: Visita (min), 9 de cada 10 (p90)",157.0')
})

it('is of the own operations alone', async () => {
  const stranger = await register(t.app, 'supervisor')
  expect(await turnTimes('?month=2026-03', stranger)).toEqual({ month: '2026-03', places: [], clients: [] })
})
