import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertJudge, createAlertJudge } from '#server/jobs/alert-judge'
import { memoryBus } from '#server/live/bus/memory'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp, testClock } from '../support/app.ts'
import { goLive, type LiveClient, listen } from '../support/socket.ts'

const at = (time: string): number => Date.parse(`2026-03-10T${time}-06:00`)
const clock = testClock(at('07:00:00'))
const moveTo = (time: string): void => clock.advance(at(time) - clock.now())

let boxes = 5_000_000
/** A driver who has come to the park at this time. */
async function arrived(boss: Actor, time = '08:00:00'): Promise<{ driver: Actor; containerId: string }> {
  const driver = await operatorOf(t.app, boss)
  const { body } = await driver.post('/api/containers', {
    containerId: `TEST${boxes++}`,
    operationType: 'load',
  })
  moveTo(time)
  for (const eventType of ['en_route', 'arrived_at_park']) await step(driver, body.containerId, eventType)
  return { driver, containerId: body.containerId }
}
const step = async (driver: Actor, containerId: string, eventType: string, more = {}) =>
  (await driver.post('/api/events', { containerId, eventType, ...more })).status

/** Only this rule is on. */
async function only(boss: Actor, kind: string, parameters: object) {
  for (const rule of (await boss.get('/api/alert-rules')).body) {
    const body = { ...rule, enabled: rule.kind === kind, ...(rule.kind === kind ? { parameters } : {}) }
    expect((await boss.put(`/api/alert-rules/${rule.id}`, body)).status).toBe(200)
  }
}

let t: TestApp
let judges: AlertJudge[] = []

/** A process that judges, on the same database, which hears of nothing over the bus: the worst that Redis can do. */
function anotherProcess(bus = memoryBus()): AlertJudge {
  const judge = createAlertJudge({ ...t.deps, bus }, { error: console.error })
  judges.push(judge)
  return judge
}
/** Those of the process that serves the desk: it hears of every event. */
const ownProcess = (): AlertJudge => anotherProcess(t.deps.bus)

beforeAll(async () => {
  t = await createTestApp({ clock })
})
afterAll(() => t.close())

const stopAll = async (): Promise<void> => {
  await Promise.all(judges.map((judge) => judge.stop()))
  judges = []
}

const levelsOf = (desk: LiveClient, containerId: string) =>
  desk.messages.flatMap((m) =>
    m.type === 'alert_update' && m.payload.containerId === containerId && m.payload.closedAt === null
      ? [
          [
            m.payload.level,
            new Date(Date.parse(m.payload.levelAt) - 6 * 3_600_000).toISOString().slice(11, 19),
          ],
        ]
      : [],
  )
const WARNINGS = [
  [1, '09:00:00'],
  [2, '09:36:00'],
  [3, '10:00:00'],
]

/** Beats each second around the moments, and each minute between them, as the product does each second. */
async function passTo(time: string, judging: () => readonly AlertJudge[]): Promise<void> {
  while (clock.now() < at(time)) {
    clock.advance(Math.min(at(time) - clock.now(), 60_000))
    for (const judge of judging()) await judge.beat()
  }
}

describe('120 free minutes from 08:00', () => {
  it.each<[string, (pass: (time: string) => Promise<void>) => Promise<void>, number]>([
    ['one process', (pass) => pass('10:30:00'), 1],
    ['two processes', (pass) => pass('10:30:00'), 2],
    [
      'a restart at 09:30',
      async (pass) => {
        await pass('09:30:00')
        await stopAll()
        await pass('10:30:00')
      },
      1,
    ],
  ])('%s: warned at 09:00, 09:36 and 10:00, once each', async (_, run, processes) => {
    clock.advance(at('07:00:00') - clock.now())
    const boss = await register(t.app, 'supervisor')
    await only(boss, 'free_time', { minutes: 120, fromPercent: 50 })
    const { containerId, driver } = await arrived(boss)
    const { port } = t.app.server.listening
      ? { port: (t.app.server.address() as { port: number }).port }
      : await listen(t.app)
    const desk = await goLive(port, boss)
    const judging = (): readonly AlertJudge[] => {
      while (judges.length < processes) ownProcess()
      return judges
    }
    await run((time) => passTo(time, judging))
    expect(levelsOf(desk, containerId)).toEqual(WARNINGS)
    const [alert] = (await boss.get('/api/alerts')).body.open
    expect(alert).toMatchObject({ kind: 'free_time', level: 3, limit: 7200, containerId })
    // The reason goes, and so does the alert.
    for (const eventType of ['access_granted', 'vehicle_parked', 'load_complete', 'exit_park']) {
      await step(driver, containerId, eventType)
    }
    await expect.poll(async () => (await boss.get('/api/alerts')).body.open).toEqual([])
    expect((await boss.get('/api/alerts')).body.closed[0]).toMatchObject({
      closedWhy: 'reason_gone',
      level: 3,
    })
    desk.close()
    await stopAll()
  })
})

it('free time is that of the contract: of the terminal from the access on, also when it is agreed meanwhile', async () => {
  clock.advance(at('07:00:00') - clock.now())
  const boss = await register(t.app, 'supervisor')
  await only(boss, 'free_time', { minutes: 120, fromPercent: 50 })
  const { containerId, driver } = await arrived(boss)
  ownProcess()
  await passTo('08:41:00', () => judges)
  await step(driver, containerId, 'access_granted')
  const contract = {
    ...{ name: 'Terminal', clientId: null, placeId: null, operationType: null, basis: 'terminal' },
    ...{ freeMinutes: 60, blockMinutes: 15, rates: [{ uptoMinutes: null, centavosPerHour: 84_000 }] },
    ...{ pauses: [], validFrom: '2026-01-01', validUntil: null },
  }
  expect((await boss.post('/api/detention/contracts', contract)).status).toBe(201)
  const open = async () => (await boss.get('/api/alerts')).body.open
  // Of the visit, half of 120 minutes would be over at 09:00.
  await passTo('09:10:00', () => judges)
  expect(await open()).toEqual([])
  await passTo('09:42:00', () => judges)
  expect(await open()).toMatchObject([
    { level: 3, limit: 3600, raisedAt: new Date(at('09:11:00')).toISOString() },
  ])
  await stopAll()
})
