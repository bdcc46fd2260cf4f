import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AlertJudge, createAlertJudge } from '#server/jobs/alert-judge'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { NOON, type TestApp } from '../support/app.ts'
import { createPushApp } from '../support/push-app.ts'
import type { PushEndpoint } from '../support/push-endpoint.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

let app: Awaited<ReturnType<typeof createPushApp>>
let t: TestApp
let phone: PushEndpoint
let judge: AlertJudge

const begin = (): AlertJudge => createAlertJudge(t.deps, { error: console.error })
/** As if the process that judges were killed, and another took its place. */
async function replaceJudge(): Promise<void> {
  await judge.stop()
  judge = begin()
}

beforeEach(async () => {
  app = await createPushApp()
  ;({ t, phone } = app)
  judge = begin()
})
afterEach(async () => {
  await judge.stop()
  await app.close()
})

/** The steps of a trip with the minutes after noon at which they happened. */
type Trip = readonly (readonly [minute: number, eventType: string])[]
const IN_PARK = ['arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete', 'exit_park']
const walk = (begin: number, each: number, types: readonly string[]): Trip =>
  types.map((type, i) => [begin + i * each, type] as const)

const OUTAGE_MINUTES = 360
const TRIPS: readonly Trip[] = [
  // Over, with a stop of two hours, and with five hours in the park.
  [
    [0, 'start_trip'],
    [5, 'en_route'],
    [20, 'stop_fuel'],
    [140, 'resume_route'],
    ...walk(150, 20, [...IN_PARK, 'end_trip']),
  ],
  [[0, 'start_trip'], [5, 'en_route'], ...walk(20, 65, IN_PARK), [350, 'end_trip']],
  // Still stopped: too long, too long for hours, and not yet.
  [
    [0, 'start_trip'],
    [10, 'en_route'],
    [30, 'stop_rest'],
    [90, 'resume_route'],
    [310, 'stop_fuel'],
  ],
  [
    [2, 'start_trip'],
    [12, 'en_route'],
    [100, 'stop_bathroom'],
  ],
  [
    [2, 'start_trip'],
    [200, 'en_route'],
    [350, 'stop_rest'],
  ],
  // Still in the park: free time over, nearly over, and long ago.
  [
    [1, 'start_trip'],
    [11, 'en_route'],
    [150, 'arrived_at_park'],
    [200, 'access_granted'],
  ],
  [
    [1, 'start_trip'],
    [11, 'en_route'],
    [250, 'arrived_at_park'],
    [340, 'access_granted'],
  ],
  [
    [1, 'start_trip'],
    [11, 'en_route'],
    [30, 'arrived_at_park'],
    [100, 'access_granted'],
    [345, 'vehicle_parked'],
  ],
  // On the road for long, and after a stop that was too long.
  [
    [0, 'start_trip'],
    [30, 'en_route'],
  ],
  [
    [0, 'start_trip'],
    [30, 'en_route'],
    [40, 'stop_rest'],
    [300, 'resume_route'],
  ],
]

/** A driver of this supervisor for each trip. */
const driversOf = (boss: Actor): Promise<Actor[]> => Promise.all(TRIPS.map(() => operatorOf(t.app, boss)))
const at = (minute: number): string => new Date(NOON + minute * MINUTE_MS).toISOString()
let boxes = 3_000_000
const keys = new Map<Actor, string>()
async function press(driver: Actor, [minute, eventType]: Trip[number]): Promise<void> {
  const time = { occurredAt: at(minute), clockOffsetMs: 0 }
  if (eventType === 'start_trip') {
    const trip = { containerId: `TEST${boxes++}`, operationType: 'load', ...time }
    keys.set(driver, (await driver.post('/api/containers', trip)).body.containerId)
    return
  }
  const { status } = await driver.post('/api/events', { containerId: keys.get(driver), eventType, ...time })
  expect(status).toBe(201)
}

interface Raised {
  trip: number
  kind: string
  level: number
  since: Date
  raised_at: Date
  open: boolean
}
async function raised(boss: Actor, drivers: readonly Actor[]): Promise<Raised[]> {
  const { rows } = await t.deps.database.pool.query<Omit<Raised, 'trip'> & { container_id: string }>(
    `select container_id, kind, level, since, raised_at, closed_at is null as open from alerts
     where supervisor_id = $1 order by container_id, kind, raised_at`,
    [boss.id],
  )
  return rows.map(({ container_id, ...row }) => ({
    trip: drivers.findIndex((driver) => keys.get(driver) === container_id),
    ...row,
  }))
}
const sorted = (alerts: readonly Raised[]): string[] =>
  alerts.map(({ open: _, ...alert }) => JSON.stringify(alert)).sort()

/** Each phone of a supervisor delivers its next step after so long. */
const SPEEDS_MS = [100, 10 * SECOND_MS, 50 * SECOND_MS]

it('phones that come back after six hours, at three speeds, raise and push what still holds, as if on time', async () => {
  const punctual = await register(t.app, 'supervisor')
  const onTime = await driversOf(punctual)
  const away = await Promise.all(
    SPEEDS_MS.map(async (pauseMs) => {
      const boss = await register(t.app, 'supervisor')
      return { boss, pauseMs, drivers: await driversOf(boss) }
    }),
  )
  const slowest = away.at(-1)?.boss
  expect((await slowest?.post('/api/push-subscriptions', phone.subscription))?.status).toBe(204)
  await judge.beat()

  const moveTo = async (time: number): Promise<void> => {
    t.clock.advance(Math.max(0, time - t.clock.now()))
    await judge.beat()
  }
  const steps = TRIPS.flatMap((trip, i) => trip.map((step) => ({ step, i })))
  for (const { step, i } of steps.sort((a, b) => a.step[0] - b.step[0])) {
    await moveTo(Date.parse(at(step[0])))
    const driver = onTime[i]
    if (driver) await press(driver, step)
  }
  const back = Date.parse(at(OUTAGE_MINUTES))
  await moveTo(back)

  const longest = Math.max(...TRIPS.map(({ length }) => length))
  const deliveries = away.flatMap(({ pauseMs, drivers }) =>
    Array.from({ length: longest }, (_, n) => ({ at: back + n * pauseMs, n, drivers })),
  )
  for (const [i, { at, n, drivers }] of deliveries.sort((a, b) => a.at - b.at).entries()) {
    await moveTo(at)
    if (i === 5 || i === 18) await replaceJudge()
    await Promise.all(
      drivers.map(async (driver, i) => {
        const step = TRIPS[i]?.[n]
        if (step) await press(driver, step)
      }),
    )
  }
  for (let wait = 0; wait < 16; wait++) await moveTo(t.clock.now() + 5 * SECOND_MS)

  const asOnTime = await raised(punctual, onTime)
  const expected = asOnTime.filter(({ open }) => open)
  expect(expected.length).toBeGreaterThanOrEqual(6)
  expect(asOnTime.length - expected.length).toBeGreaterThan(3)
  for (const { boss, drivers } of away) {
    // What is usual is read after a start, and until then no step is judged.
    await expect
      .poll(async () => {
        await judge.beat()
        return sorted(await raised(boss, drivers))
      })
      .toEqual(sorted(expected))
    expect((await raised(boss, drivers)).every(({ open }) => open)).toBe(true)
  }
  await expect.poll(() => phone.messages.length).toBe(expected.length)
})
