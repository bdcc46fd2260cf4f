import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AlertJudge, createAlertJudge } from '#server/jobs/alert-judge'
import type { BusMessage } from '#server/live/bus/bus'
import { memoryBus } from '#server/live/bus/memory'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { ownerDoes } from '../support/database.ts'

const MINUTE_MS = 60_000

let t: TestApp
let boss: Actor
let judge: AlertJudge
/** What the judge hears, when the test lets it. */
let bus: ReturnType<typeof memoryBus>
let onTheWay: BusMessage[]

beforeEach(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  bus = memoryBus()
  onTheWay = []
  t.deps.bus.subscribe((message) => onTheWay.push(message))
  judge = createAlertJudge({ ...t.deps, bus }, { error: console.error })
})
afterEach(async () => {
  await judge.stop()
  await t.close()
})

let boxes = 7_000_000
async function press(driver: Actor, containerId: string, eventType: string): Promise<void> {
  expect((await driver.post('/api/events', { containerId, eventType })).status).toBe(201)
}
/** A truck that stops for fuel, which is too long by the standard rule after 45 minutes. */
async function stopped(): Promise<{ driver: Actor; containerId: string }> {
  const driver = await operatorOf(t.app, boss)
  const { body } = await driver.post('/api/containers', {
    containerId: `TEST${boxes++}`,
    operationType: 'load',
  })
  for (const eventType of ['en_route', 'stop_fuel']) await press(driver, body.containerId, eventType)
  return { driver, containerId: body.containerId }
}
const tell = (): void => {
  for (const message of onTheWay.splice(0)) bus.publish(message)
}
/** Beats until everything has been compared. */
async function beats(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    t.clock.advance(2_000)
    await judge.beat()
  }
}
const open = async (containerId: string): Promise<{ kind: string; level: number; id: number }[]> =>
  (await boss.get('/api/alerts')).body.open.filter(
    (alert: { containerId: string; kind: string }) =>
      alert.containerId === containerId && alert.kind === 'stop_long',
  )

describe('an alert that is raised and closed in one turn', () => {
  it('does not stay open, and the next one of the operation is raised', async () => {
    const { driver, containerId } = await stopped()
    await judge.beat()
    tell()
    await beats()
    t.clock.advance(46 * MINUTE_MS)
    await press(driver, containerId, 'resume_route')
    const beat = judge.beat()
    tell()
    await beat
    await beats()
    expect(await open(containerId)).toEqual([])
    await press(driver, containerId, 'stop_fuel')
    tell()
    t.clock.advance(46 * MINUTE_MS)
    await beats()
    expect(await open(containerId)).toHaveLength(1)
  })
})

it('a trip that is over stays over when the message of its start comes last', async () => {
  await judge.beat()
  const { driver, containerId } = await stopped()
  const inPark = ['arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete']
  for (const eventType of ['resume_route', ...inPark, 'exit_park', 'end_trip']) {
    await press(driver, containerId, eventType)
  }
  const start = onTheWay.find((message) => message.kind === 'recorded')
  onTheWay = onTheWay.filter((message) => message !== start)
  tell()
  await beats()
  if (start) bus.publish(start)
  t.clock.advance(400 * MINUTE_MS)
  await beats()
  expect(judge.watched()).toBe(0)
  const { body } = await boss.get('/api/alerts')
  expect([...body.open, ...body.closed]).toEqual([])
})

describe('the judge repairs', () => {
  let containerId: string
  let driver: Actor
  beforeEach(async () => {
    ;({ driver, containerId } = await stopped())
    await judge.beat()
    t.clock.advance(46 * MINUTE_MS)
    await beats()
    expect(await open(containerId)).toHaveLength(1)
  })

  it('an open alert that it does not know', async () => {
    await press(driver, containerId, 'resume_route')
    tell()
    await beats()
    expect(await open(containerId)).toEqual([])
    await ownerDoes(t.deps.database, `update alerts set closed_at = null, closed_why = null`)
    expect(await open(containerId)).toHaveLength(1)
    await beats()
    expect(await open(containerId)).toEqual([])
  })

  it('an open alert of an operation that is over', async () => {
    const inPark = ['arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete']
    for (const eventType of ['resume_route', ...inPark, 'exit_park', 'end_trip']) {
      await press(driver, containerId, eventType)
    }
    tell()
    await beats()
    await ownerDoes(t.deps.database, `update alerts set closed_at = null, closed_why = null`)
    await beats()
    const { body } = await boss.get('/api/alerts')
    expect(body.open).toEqual([])
    expect(body.closed[0]).toMatchObject({ closedWhy: 'operation_over' })
  })

  it('an alert that the database lacks, has closed, or has at a lower level', async () => {
    const [before] = await open(containerId)
    await ownerDoes(t.deps.database, `delete from alerts`)
    await beats()
    const [again] = await open(containerId)
    expect(again).toMatchObject({ level: before?.level })
    await ownerDoes(t.deps.database, `update alerts set closed_at = now(), closed_why = 'reason_gone'`)
    await beats()
    expect(await open(containerId)).toEqual([again])
    t.clock.advance(300 * MINUTE_MS)
    await beats()
    const [highest] = await open(containerId)
    expect(highest?.level).toBeGreaterThan(1)
    await ownerDoes(t.deps.database, `update alerts set level = 1`)
    await beats()
    expect(await open(containerId)).toMatchObject([{ id: highest?.id, level: highest?.level }])
  })
})
