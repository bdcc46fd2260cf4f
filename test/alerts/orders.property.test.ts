import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { workflowRow } from '#domain/operation/steps'
import { type AlertJudge, createAlertJudge } from '#server/jobs/alert-judge'
import type { BusMessage } from '#server/live/bus/bus'
import { memoryBus } from '#server/live/bus/memory'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

const MINUTE_MS = 60_000
const DRIVERS = 3
const PARTS = ['start_trip', 'en_route', 'stop_fuel', 'resume_route'] as const
const IN_PARK = [
  'arrived_at_park',
  'access_granted',
  'vehicle_parked',
  'load_complete',
  'exit_park',
  'end_trip',
]

let t: TestApp
let boss: Actor
let drivers: Actor[]
let judge: AlertJudge
/** What the judge hears, when the property lets it. */
let bus: ReturnType<typeof memoryBus>
const onTheWay: BusMessage[] = []

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  drivers = await Promise.all(Array.from({ length: DRIVERS }, () => operatorOf(t.app, boss)))
  t.deps.bus.subscribe((message) => onTheWay.push(message))
  begin()
})
afterAll(async () => {
  await judge.stop()
  await t.close()
})

function begin(): void {
  bus = memoryBus()
  judge = createAlertJudge({ ...t.deps, bus }, { error: console.error })
}

const standings = new Map<Actor, { containerId: string; eventType: string }>()
let boxes = 8_000_000
/** The next step of a whole trip, or of one with stops; after the end the next trip. */
async function press(driver: Actor, stops: boolean): Promise<void> {
  const now = standings.get(driver)
  const eventType = nextOf(now?.eventType, stops)
  const { status, body } =
    now && eventType !== 'start_trip'
      ? await driver.post('/api/events', { containerId: now.containerId, eventType })
      : await driver.post('/api/containers', { containerId: `TEST${boxes++}`, operationType: 'load' })
  expect(status).toBe(201)
  standings.set(driver, {
    containerId: now && eventType !== 'start_trip' ? now.containerId : body.containerId,
    eventType,
  })
}
function nextOf(before: string | undefined, stops: boolean): string {
  if (before === undefined || before === 'end_trip') return 'start_trip'
  if (before === 'en_route' || before === 'resume_route') return stops ? 'stop_fuel' : 'arrived_at_park'
  const road = PARTS.indexOf(before as (typeof PARTS)[number])
  return PARTS[road + 1] && road >= 0 ? (PARTS[road + 1] ?? '') : (IN_PARK[IN_PARK.indexOf(before) + 1] ?? '')
}

/** Beats until everything has been compared, and what came late is settled. */
async function beats(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    t.clock.advance(40_000)
    await judge.beat()
  }
}
interface Open {
  id: string
  level: number
  event: string
}
const open = async (): Promise<Open[]> =>
  (
    await t.deps.database.pool.query<Open>(
      `select a.id::text, a.level, c.current_status as event from alerts a join containers c using (container_id)
       where a.closed_at is null order by a.id`,
    )
  ).rows

const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('press' as const),
      who: fc.nat(DRIVERS - 1),
      stops: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('wait' as const), minutes: fc.constantFrom(1, 20, 50, 95, 400) }),
  },
  // What is on the way arrives in any order; some of it never, or twice.
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('hear' as const), order: fc.infiniteStream(fc.nat(99)) }),
  },
  { weight: 2, arbitrary: fc.constant({ act: 'beat' as const }) },
  { weight: 1, arbitrary: fc.constant({ act: 'kill' as const }) },
)

it('whatever the order of messages, and whoever is killed, what is open in the end is what a new judge finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 60 }), async (acts) => {
      // Under load, a beat has not ended when the next message comes.
      const beating: Promise<void>[] = []
      for (const now of acts) {
        if (now.act === 'press') await press(drivers[now.who] ?? boss, now.stops)
        else if (now.act === 'wait') t.clock.advance(now.minutes * MINUTE_MS)
        else if (now.act === 'beat') beating.push(judge.beat())
        else if (now.act === 'kill') {
          await judge.stop()
          begin()
        } else {
          const heard = onTheWay.splice(0).map((message) => ({ message, at: now.order.next().value ?? 0 }))
          for (const { message, at } of heard.sort((a, b) => a.at - b.at)) {
            if (at % 10 === 0) continue
            bus.publish(message)
            if (at % 10 === 1) bus.publish(message)
            if (at % 10 === 2) onTheWay.push(message)
          }
        }
      }
      await Promise.all(beating)
      // What is usual is read once an hour, and by a new judge at once: another norm would be another alert.
      t.clock.advance(60 * MINUTE_MS)
      await judge.beat()
      await pause(50)
      await beats()
      for (const message of onTheWay.splice(0)) bus.publish(message)
      await beats()
      const found = await open()
      expect(found.filter(({ event }) => workflowRow('load', event as 'end_trip').next.length === 0)).toEqual(
        [],
      )
      await judge.stop()
      begin()
      // At the same moment; what is usual is read after the start.
      await judge.beat()
      await pause(50)
      await expect
        .poll(async () => {
          await judge.beat()
          return open()
        })
        .toEqual(found)
    }),
    { numRuns: 25 },
  )
}, 120_000)
