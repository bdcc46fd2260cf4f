import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyRecord } from '#server/record/verify/verify'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { nextContainerNumber } from '../support/history.ts'
import { REST_OF_TRIP } from '../support/whole-trip.ts'

const MINUTE = 60_000
const REASON = 'lo dice la caseta'

let t: TestApp
let boss: Actor
let driver: Actor
let key: string

beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

beforeEach(async () => {
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
  key = await start(driver)
})

async function start(actor: Actor, containerId = nextContainerNumber()): Promise<string> {
  const { body, status } = await actor.post('/api/containers', { containerId, operationType: 'load' })
  expect(status).toBe(201)
  return body.containerId
}

const press = (eventType: string, actor = driver, containerId = key) =>
  actor.post('/api/events', { containerId, eventType })

async function pressAll(types: readonly string[]): Promise<void> {
  for (const type of types) {
    t.clock.advance(10 * MINUTE)
    expect((await press(type)).status).toBe(201)
  }
}

const correct = (body: object, actor = boss, containerId = key) =>
  actor.post(`/api/containers/${containerId}/corrections`, { reason: REASON, ...body })

/** The record, newest first, as the supervisor sees it. */
const events = async () =>
  (await boss.get(`/api/events/${key}?include=retracted`)).body as Record<string, unknown>[]
const kpis = async () => (await boss.get('/api/supervisor/kpis')).body
const logged = async () => (await boss.get('/api/events')).body as Record<string, unknown>[]
const instant = (offset: number): string => new Date(t.clock.now() + offset).toISOString()

async function expectWhole(): Promise<void> {
  expect((await verifyRecord(t.deps.database)).fault).toBeNull()
}

describe('a time', () => {
  beforeEach(() => pressAll(['en_route', 'arrived_at_park', 'access_granted']))

  it('is another one from now on, everywhere; the first one stays visible', async () => {
    const { status, body } = await correct({ kind: 'time', position: 3, timestamp: instant(-15 * MINUTE) })
    expect(status).toBe(201)
    expect(body.correction).toMatchObject({
      kind: 'time',
      eventPosition: 3,
      before: instant(-10 * MINUTE),
      after: instant(-15 * MINUTE),
      authorName: boss.username,
      authorRole: 'supervisor',
      reason: REASON,
      seq: 5,
    })
    const [, arrived, enRoute] = await events()
    expect(arrived).toMatchObject({
      timestamp: instant(-15 * MINUTE),
      firstTimestamp: instant(-10 * MINUTE),
      duration: 15 * 60,
    })
    expect(enRoute).toMatchObject({ duration: 5 * 60, firstTimestamp: null })
    expect(await logged()).toHaveLength(4)
    const file = (await boss.get('/api/events/export')).body as string
    expect(file).toContain('hora reportada')
    const shown = (await boss.get(`/api/public/events/${key}`)).body
    expect(shown.map((e: { corrected: boolean }) => e.corrected)).toEqual([false, true, false, false])
    await expectWhole()
  })

  it('lies between those of its neighbours, both included', async () => {
    for (const offset of [-20, 0]) {
      const answer = await correct({ kind: 'time', position: 3, timestamp: instant(offset * MINUTE) })
      expect(answer.status, String(offset)).toBe(201)
    }
    for (const offset of [-20 * MINUTE - 1, 1]) {
      const { status, body } = await correct({ kind: 'time', position: 3, timestamp: instant(offset) })
      expect(status).toBe(422)
      expect(body).toMatchObject({ earliest: instant(-20 * MINUTE), latest: instant(0) })
    }
    // The newest event is bounded by the clock.
    expect((await correct({ kind: 'time', position: 4, timestamp: instant(1000) })).status).toBe(422)
    await expectWhole()
  })

  it('of the start moves the start of the operation', async () => {
    await correct({ kind: 'time', position: 1, timestamp: instant(-60 * MINUTE) })
    const { body } = await boss.get('/api/supervisor/operations')
    expect(body.operations[0]).toMatchObject({ startTime: instant(-60 * MINUTE), totalDuration: 3600 })
    await expectWhole()
  })

  it('gives the figures of a trip that was reported so', async () => {
    const other = await register(t.app, 'supervisor')
    const rest = ['vehicle_parked', 'load_complete', 'exit_park', 'end_trip']
    await pressAll(rest)
    await correct({ kind: 'time', position: 3, timestamp: instant(-55 * MINUTE) })
    const figures = await kpis()
    // The same trip with the corrected arrival from the beginning.
    const twin = await operatorOf(t.app, other)
    const began = t.clock.now() - 70 * MINUTE
    const at = (minutes: number) => new Date(began + minutes * MINUTE).toISOString()
    const { body } = await twin.post('/api/containers', {
      containerId: nextContainerNumber(),
      operationType: 'load',
      occurredAt: at(0),
      clockOffsetMs: 0,
    })
    for (const [i, eventType] of REST_OF_TRIP.entries()) {
      const minutes = eventType === 'arrived_at_park' ? 15 : (i + 1) * 10
      const answer = await twin.post('/api/events', {
        containerId: body.containerId,
        eventType,
        occurredAt: at(minutes),
        clockOffsetMs: 0,
      })
      expect(answer.status).toBe(201)
    }
    const { generatedAt: _a, seq: _n, corrections, ...mine } = figures
    const {
      generatedAt: _b,
      seq: _m,
      corrections: none,
      ...theirs
    } = (await other.get('/api/supervisor/kpis')).body
    expect(mine).toEqual(theirs)
    expect(mine.parkTimings.accessTime.mean).toBe(15)
    expect([corrections, none]).toEqual([1, 0])
    const behind = (await boss.get('/api/supervisor/kpis/corrections')).body
    expect(behind).toMatchObject([
      { containerId: key, kind: 'time', reason: REASON, authorName: boss.username },
    ])
    expect((await other.get('/api/supervisor/kpis/corrections')).body).toEqual([])
  })
})

describe('a retraction', () => {
  it('brings back the state before, and the trip goes on from there', async () => {
    await pressAll(['en_route', 'arrived_at_park'])
    const { status, body } = await correct({ kind: 'retraction', position: 3 })
    expect(status).toBe(201)
    expect(body.operation).toMatchObject({ currentEventType: 'en_route', version: 4, newestPosition: 2 })
    expect((await driver.get('/api/containers/active')).body).toMatchObject({
      currentEventType: 'en_route',
      version: 4,
    })
    expect((await logged()).map((e) => e.eventType)).toEqual(['en_route', 'start_trip'])
    expect((await boss.get('/api/events')).headers['x-total-count']).toBe('2')
    expect((await events())[0]).toMatchObject({
      eventType: 'arrived_at_park',
      retracted: true,
      duration: null,
    })
    // A client that takes the newest of the list as the state.
    for (const actor of [driver, boss]) {
      const { body } = await actor.get(`/api/events/${key}`)
      expect(body.map((e: { eventType: string }) => e.eventType)).toEqual(['en_route', 'start_trip'])
    }
    expect((await boss.get(`/api/events/${key}?include=all`)).status).toBe(400)
    await pressAll(['stop_fuel'])
    expect((await events()).map((e) => [e.position, e.eventType, e.duration])).toEqual([
      [5, 'stop_fuel', null],
      [3, 'arrived_at_park', null],
      [2, 'en_route', 20 * 60],
      [1, 'start_trip', 10 * 60],
    ])
    await expectWhole()
  })

  it('is the driver’s for a minute, of the newest press alone', async () => {
    await pressAll(['en_route', 'arrived_at_park'])
    const retract = (position: number) => correct({ kind: 'retraction', position, reason: null }, driver)
    expect((await retract(2)).status).toBe(409)
    t.clock.advance(MINUTE)
    expect((await retract(3)).status).toBe(201)
    t.clock.advance(1)
    expect((await retract(2)).status).toBe(409)
    expect((await correct({ kind: 'cancellation' }, driver)).status).toBe(403)
    await expectWhole()
  })

  it('counts from when the driver pressed, however late a phone without a network sends it', async () => {
    await pressAll(['en_route', 'arrived_at_park'])
    const { recordedAt } = (await events())[0] as { recordedAt: string }
    t.clock.advance(60 * MINUTE)
    // The phone's clock is five minutes ahead.
    const undone = (seconds: number, correctionId = randomUUID()) => {
      const occurredAt = new Date(Date.parse(recordedAt) + 5 * MINUTE + seconds * 1000).toISOString()
      const time = { occurredAt, clockOffsetMs: -5 * MINUTE }
      return correct({ kind: 'retraction', position: 3, reason: null, correctionId, ...time }, driver)
    }
    expect((await undone(61)).body.error).toContain('Pasó más de un minuto')
    const id = randomUUID()
    expect((await undone(59, id)).status).toBe(201)
    expect((await undone(59, id)).status).toBe(200)
    await expectWhole()
  })

  it('of the end opens the operation again, unless driver or container are in another one', async () => {
    await pressAll(REST_OF_TRIP)
    const { body } = await correct({ kind: 'retraction', position: 8 })
    expect(body.operation).toMatchObject({ isActive: true, currentEventType: 'exit_park' })
    expect((await driver.get('/api/containers/active')).body.containerId).toBe(key)
    await pressAll(['end_trip'])
    const second = await start(driver)
    expect((await correct({ kind: 'retraction', position: 10 })).status).toBe(409)
    await correct({ kind: 'cancellation' }, boss, second)
    const colleague = await operatorOf(t.app, boss)
    await start(colleague, key.split('_')[0])
    expect((await correct({ kind: 'retraction', position: 10 })).status).toBe(409)
    await expectWhole()
  })

  it('of the start is refused to a supervisor, and cancels the operation for its driver within the minute', async () => {
    expect((await correct({ kind: 'retraction', position: 1 })).status).toBe(422)
    const correctionId = randomUUID()
    const undo = () => correct({ kind: 'retraction', position: 1, reason: null, correctionId }, driver)
    const { status, body } = await undo()
    expect(status).toBe(201)
    expect(body.correction).toMatchObject({ kind: 'cancellation', correctionId, reason: null })
    expect(body.operation).toMatchObject({ containerId: key, isActive: false, version: 2 })
    // The answer was lost: the same again.
    expect((await undo()).body.operation).toMatchObject({ isActive: false, version: 2 })
    expect((await driver.get('/api/containers/active')).body).toBeNull()
    // Driver and container are free again.
    await start(driver, key.split('_')[0])
    await expectWhole()
  })

  it('of the start is too late for its driver after the minute, and after the next step', async () => {
    const undo = () => correct({ kind: 'retraction', position: 1, reason: null }, driver)
    await pressAll(['en_route'])
    expect((await undo()).status).toBe(409)
    expect((await correct({ kind: 'retraction', position: 2, reason: null }, driver)).status).toBe(201)
    t.clock.advance(MINUTE + 1)
    expect((await undo()).body).toMatchObject({ messageCode: 'retraction_too_late' })
    expect((await driver.get('/api/containers/active')).body).toMatchObject({ containerId: key })
    await expectWhole()
  })
})

it('a stop is of another kind', async () => {
  await pressAll(['en_route', 'stop_fuel', 'resume_route'])
  expect((await correct({ kind: 'stop_kind', position: 3, eventType: 'stop_rest' })).status).toBe(201)
  expect((await correct({ kind: 'stop_kind', position: 2, eventType: 'stop_rest' })).status).toBe(422)
  expect((await events())[1]).toMatchObject({ eventType: 'stop_rest', firstEventType: 'stop_fuel' })
  expect((await kpis()).unproductive.byActivity).toMatchObject({ stop_rest: 600, stop_fuel: 0 })
  await expectWhole()
})

it('a container has another number: in the history, in the search, on the card', async () => {
  const right = nextContainerNumber()
  const { body } = await correct({ kind: 'container_number', containerNumber: right })
  expect(body.operation).toMatchObject({ displayContainerId: right, firstContainerNumber: key.split('_')[0] })
  expect((await boss.get(`/api/events?containerId=${right}`)).body).toHaveLength(1)
  expect((await press('en_route')).body.displayContainerId).toBe(right)
  const colleague = await operatorOf(t.app, boss)
  const other = await start(colleague)
  expect((await correct({ kind: 'container_number', containerNumber: right }, boss, other)).status).toBe(409)
  await expectWhole()
})

it('a cancelled operation is in no figure, and visible in the history', async () => {
  await pressAll(['en_route'])
  const { body } = await correct({ kind: 'cancellation' })
  expect(body.operation).toMatchObject({ isActive: false, currentStatus: 'Operación anulada' })
  expect((await driver.get('/api/containers/active')).body).toBeNull()
  expect((await logged()).map((e) => e.cancelled)).toEqual([true, true])
  expect(await kpis()).toMatchObject({ activeOperations: { count: 0 }, gpsInconsistencies: { events: 0 } })
  expect((await press('arrived_at_park')).status).toBe(409)
  expect((await correct({ kind: 'cancellation' })).status).toBe(409)
  await start(driver)
  await expectWhole()
})

it('the same correction twice is one; two at once are in order', async () => {
  await pressAll(['en_route'])
  const correctionId = randomUUID()
  const body = { kind: 'time', position: 2, timestamp: instant(-5 * MINUTE), correctionId }
  const answers = await Promise.all(Array.from({ length: 10 }, () => correct(body)))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
  expect((await boss.get(`/api/containers/${key}/corrections`)).body).toHaveLength(1)
  // With presses and corrections of others at the same time.
  await Promise.all([
    press('arrived_at_park'),
    correct({ kind: 'time', position: 1, timestamp: instant(-30 * MINUTE) }),
    correct({ kind: 'time', position: 2, timestamp: instant(-4 * MINUTE) }),
  ])
  await expectWhole()
})

it('an id belongs to one correction: for another operation of its author it is refused, at once and later', async () => {
  const colleague = await operatorOf(t.app, boss)
  const keys = [key, await start(colleague)]
  const body = { kind: 'cancellation', correctionId: randomUUID() }
  const answers = await Promise.all(keys.map((each) => correct(body, boss, each)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const first = answers.findIndex(({ status }) => status === 201)
  const [done, left] = first === 0 ? keys : keys.toReversed()
  expect((await correct(body, boss, done)).status).toBe(200)
  const late = await correct(body, boss, left)
  expect([late.status, late.body.code]).toEqual([409, 'correction_id_taken'])
  expect((await boss.get(`/api/containers/${left}/corrections`)).body).toEqual([])
  await expectWhole()
})

it('is a record of the feed: catching up by number brings it like an event', async () => {
  await pressAll(['en_route'])
  await correct({ kind: 'retraction', position: 2 })
  await pressAll(['en_route'])
  const feed = (await boss.get('/api/events?after=1')).body
  expect(
    feed.map((r: { seq: number; kind?: string; eventType?: string }) => [r.seq, r.kind ?? r.eventType]),
  ).toEqual([
    [2, 'en_route'],
    [3, 'retraction'],
    [4, 'en_route'],
  ])
})

it('belongs to the supervisor of the operation', async () => {
  const stranger = await register(t.app, 'supervisor')
  const rival = await operatorOf(t.app, stranger)
  expect((await correct({ kind: 'cancellation' }, stranger)).status).toBe(404)
  expect((await correct({ kind: 'retraction', position: 1 }, rival)).status).toBe(404)
  expect((await stranger.get(`/api/containers/${key}/corrections`)).status).toBe(404)
  expect((await correct({ kind: 'cancellation', reason: 'ya' })).status).toBe(400)
  expect((await correct({ kind: 'cancellation', reason: null })).status).toBe(400)
})
