import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventType } from '#domain/operation/steps'
import { systemSettings } from '#server/db/schema/console'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { nextContainerNumber, type StoredTrip } from '../../support/history.ts'
import { whenFree } from '../../support/http-client.ts'
import { referenceKpis } from '../../support/kpi-reference.ts'
import { listen, openSocket, ticket } from '../../support/socket.ts'
import { REST_OF_TRIP } from '../../support/whole-trip.ts'

let t: TestApp
let supervisor: Actor
let port: number

beforeAll(async () => {
  t = await createTestApp()
  port = (await listen(t.app)).port
  supervisor = await register(t.app, 'supervisor')
  await t.deps.database.orm
    .insert(systemSettings)
    .values({ settingKey: 'operator_limit', settingValue: '1000' })
})
afterAll(() => t.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const iso = (at: number): string => new Date(at).toISOString()

/** A phone whose clock shows `wrongBy` milliseconds too much, and which has measured that. */
function phone(operator: Actor, wrongBy: number, error = 0) {
  /** What it sends for a press that was really made at `at`. */
  const pressed = (at: number) => ({ occurredAt: iso(at + wrongBy), clockOffsetMs: -wrongBy + error })
  return {
    pressed,
    start: (at: number, extra: object = {}) =>
      operator.post('/api/containers', { containerId: nextContainerNumber(), ...pressed(at), ...extra }),
    step: (containerId: string, eventType: EventType, at: number, extra: object = {}) =>
      operator.post('/api/events', { containerId, eventType, ...pressed(at), ...extra }),
  }
}

async function newPhone(wrongBy: number, error = 0) {
  const operator = await operatorOf(t.app, supervisor)
  return { operator, ...phone(operator, wrongBy, error) }
}

describe('what a phone sends with an event', () => {
  const FIX = { coordinates: { lat: 20.52, lng: -103.179 }, accuracy: 820.26, fixAgeSeconds: 75 }
  const REPORT = {
    accuracy: 820.3,
    fixAgeSeconds: 75,
    positionGrade: 'poor',
    clockOffsetMs: -37 * MINUTE,
  }

  it('is stored, and is in every answer with events', async () => {
    const { operator, start, step } = await newPhone(37 * MINUTE)
    const live = openSocket(port, { token: await ticket(supervisor), cookie: supervisor.cookie })
    const { seq } = (await live.heard('hello')).payload
    const started = await start(t.clock.now() - HOUR)
    expect(started.status).toBe(201)
    // So that the step's own time of recording differs from that of the start.
    t.clock.advance(MINUTE)
    const now = t.clock.now()
    const { containerId } = started.body
    const answer = await step(containerId, 'en_route', now - 50 * MINUTE, FIX)
    const event = { ...REPORT, timestamp: iso(now - 50 * MINUTE), recordedAt: iso(now) }
    expect(answer.body).toMatchObject(event)

    expect((await operator.get(`/api/events/${containerId}`)).body[0]).toEqual(answer.body)
    expect((await supervisor.get(`/api/events/${containerId}`)).body[0]).toEqual(answer.body)
    expect((await supervisor.get(`/api/events?after=${seq + 1}`)).body).toEqual([answer.body])
    expect(
      (await supervisor.get('/api/events')).body.find((e: { seq: number }) => e.seq === seq + 2),
    ).toEqual(answer.body)
    const told = await live.heard('event_update', ({ payload }) => payload.seq === seq + 2)
    expect(told.payload).toEqual(answer.body)

    const board = {
      lastCompletedRecordedAt: iso(now),
      lastCompletedTime: iso(now - 50 * MINUTE),
      accuracy: 820.3,
      fixAgeSeconds: 75,
      positionGrade: 'poor',
    }
    const moved = await live.heard('operation_update', (message) => message.seq === seq + 2)
    expect(moved.payload).toMatchObject(board)
    const { operations } = (await supervisor.get('/api/supervisor/operations')).body
    const card = () => operations.find((o: { containerId: string }) => o.containerId === containerId)
    expect(card()).toMatchObject(board)

    // A stop without a position: place and grade stay those of the newest fix, the step stays the newest step.
    t.clock.advance(MINUTE)
    await step(containerId, 'stop_fuel', t.clock.now())
    expect((await operator.get('/api/containers/active')).body).toMatchObject({
      ...board,
      coordinates: FIX.coordinates,
      currentEventType: 'stop_fuel',
    })
    live.close()
  })

  it('is not public: the tracking page gets neither clock nor accuracy', async () => {
    const { start, step } = await newPhone(37 * MINUTE)
    const now = t.clock.now()
    const { containerId, displayContainerId } = (await start(now - HOUR, FIX)).body
    await step(containerId, 'en_route', now, FIX)
    for (const name of [containerId, displayContainerId]) {
      const operation = (await anonymous(t.app).get(`/api/public/containers/${name}`)).body
      const events = (await anonymous(t.app).get(`/api/public/events/${name}`)).body
      expect(events).toHaveLength(2)
      for (const each of [operation, ...events]) {
        for (const secret of [
          'accuracy',
          'fixAgeSeconds',
          'positionGrade',
          'clockOffsetMs',
          'reportedAt',
          'recordedAt',
          'lastCompletedRecordedAt',
        ]) {
          expect(each).not.toHaveProperty(secret)
        }
      }
    }
  })

  it('grades the position by age and accuracy; without a position there is no grade', async () => {
    const { operator, start, step } = await newPhone(0)
    const { containerId } = (await start(t.clock.now())).body
    const { coordinates } = FIX
    const grades = []
    const reports = [
      { coordinates },
      { coordinates, accuracy: 500, fixAgeSeconds: 60 },
      { coordinates, accuracy: 500.1 },
      { coordinates, fixAgeSeconds: 61 },
      { accuracy: 900, fixAgeSeconds: 900 },
      { coordinates: null, accuracy: 900 },
    ]
    for (const [i, report] of reports.entries()) {
      const answer = await operator.post('/api/events', {
        containerId,
        eventType: REST_OF_TRIP[i],
        ...report,
      })
      expect(answer.status).toBe(201)
      grades.push(answer.body.positionGrade)
      if (!('coordinates' in report) || report.coordinates === null) {
        expect(answer.body).toMatchObject({ accuracy: null, fixAgeSeconds: null })
      }
      // An offset without a time corrects nothing.
      expect(answer.body.clockOffsetMs).toBeNull()
    }
    expect(grades).toEqual(['good', 'good', 'poor', 'poor', null, null])
    const again = await step(containerId, 'end_trip', t.clock.now(), { coordinates, accuracy: 1e-50 })
    expect(again.body.accuracy).toBe(0)
  })

  it.each([
    ['fixAgeSeconds', { fixAgeSeconds: -1 }],
    ['fixAgeSeconds', { fixAgeSeconds: 1.5 }],
    ['clockOffsetMs', { clockOffsetMs: 0.5 }],
    ['clockOffsetMs', { clockOffsetMs: 10_001 * 366 * 24 * HOUR }],
  ])('is refused when %s is wrong', async (path, extra) => {
    const { operator, start } = await newPhone(0)
    const { containerId } = (await start(t.clock.now())).body
    const answer = await operator.post('/api/events', { containerId, eventType: 'en_route', ...extra })
    expect(answer.status).toBe(400)
    expect(answer.body.details[0].path).toBe(path)
  })
})

describe('the same id', () => {
  const exact = { coordinates: { lat: 20.520123456789, lng: -103.17912345678 }, accuracy: 17.123456789 }

  it('fifty concurrent requests make one row and fifty equal answers', async () => {
    const { operator, start, step } = await newPhone(-9 * HOUR, 400)
    const { containerId } = (await start(t.clock.now() - MINUTE)).body
    const eventId = crypto.randomUUID()
    const pressedAt = t.clock.now() - 30_000
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        whenFree(() => step(containerId, 'en_route', pressedAt, { eventId, fixAgeSeconds: 3, ...exact })),
      ),
    )
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1)
    expect(answers.filter((a) => a.status === 200)).toHaveLength(49)
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    const { body } = await operator.get(`/api/events/${containerId}`)
    expect(body).toHaveLength(2)
    expect(body[0]).toEqual(answers[0]?.body)
  })

  it('starts one operation and gets fifty equal answers', async () => {
    const { operator, start } = await newPhone(5 * MINUTE)
    const extra = { containerId: nextContainerNumber(), eventId: crypto.randomUUID(), ...exact }
    const pressedAt = t.clock.now() - MINUTE
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => whenFree(() => start(pressedAt, extra))),
    )
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1)
    expect(answers.filter((a) => a.status === 200)).toHaveLength(49)
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect((await operator.get(`/api/events/${answers[0]?.body.containerId}`)).body).toHaveLength(1)
  })

  it('is the same event, also with another payload', async () => {
    const { operator, start, step } = await newPhone(0)
    const startId = crypto.randomUUID()
    const { containerId } = (await start(t.clock.now() - HOUR, { eventId: startId })).body
    const eventId = crypto.randomUUID()
    const first = await step(containerId, 'en_route', t.clock.now() - MINUTE, { eventId })
    const other = await step(containerId, 'stop_fuel', t.clock.now(), { eventId, ...exact })
    expect(other.status).toBe(200)
    expect(other.body).toEqual(first.body)
    const start2 = await start(t.clock.now(), { eventId: startId, operationType: 'unload' })
    expect(start2.status).toBe(200)
    expect(start2.body).toMatchObject({ containerId, operationType: 'load', version: 2 })
    expect((await operator.get(`/api/events/${containerId}`)).body).toHaveLength(2)
  })

  it('gets the stored answer also after the end of the operation', async () => {
    const { operator, start, step } = await newPhone(0)
    const startExtra = { containerId: nextContainerNumber(), eventId: crypto.randomUUID() }
    const pressedAt = t.clock.now()
    const { containerId } = (await start(pressedAt, startExtra)).body
    const ids = new Map<EventType, string>()
    for (const type of REST_OF_TRIP) {
      const eventId = crypto.randomUUID()
      ids.set(type, eventId)
      expect((await step(containerId, type, pressedAt, { eventId })).status).toBe(201)
    }
    for (const [type, eventId] of ids) {
      const again = await step(containerId, type, pressedAt, { eventId })
      expect(again).toMatchObject({ status: 200, body: { eventType: type, eventId } })
    }
    const started = await start(pressedAt, startExtra)
    expect(started).toMatchObject({ status: 200, body: { containerId, ended: true } })
    expect((await operator.get('/api/containers/active')).body).toBeNull()
  })
})

describe('two phones on one account', () => {
  it.each([
    ['right', 0, 0],
    ['one 37 minutes fast, one 3 hours slow', 37 * MINUTE, -3 * HOUR],
  ])('that advance at once: one 201, one 409 with the operation (%s)', async (_, one, two) => {
    for (let round = 0; round < 5; round++) {
      const operator = await operatorOf(t.app, supervisor)
      const phones = [phone(operator, one, 700), phone(operator, two, -700)]
      const began = t.clock.now()
      const { containerId } = (await phone(operator, 0).start(began)).body
      t.clock.advance(20 * MINUTE)
      const answers = await Promise.all(
        phones.map(({ step }, i) =>
          step(containerId, 'en_route', began + (10 + i) * MINUTE, { eventId: crypto.randomUUID() }),
        ),
      )
      expect(answers.map((a) => a.status).sort()).toEqual([201, 409])
      const taken = answers.find((a) => a.status === 201)?.body
      expect(answers.find((a) => a.status === 409)?.body).toMatchObject({
        code: 'not_next',
        operation: { containerId, version: 2, currentEventType: 'en_route', lastUpdated: taken.timestamp },
      })
    }
  })
})

describe('a whole trip without a signal', () => {
  const TRIP: [EventType, number][] = [
    ['start_trip', 0],
    ['en_route', 7],
    ['stop_fuel', 65],
    ['resume_route', 80],
    ['arrived_at_park', 190],
    ['access_granted', 231],
    ['vehicle_parked', 245],
    ['load_complete', 300],
    ['exit_park', 317],
    ['end_trip', 345],
  ]

  it('delivered six hours later by a phone 37 minutes fast keeps order, durations, numbers and figures', async () => {
    const boss = await register(t.app, 'supervisor')
    const operator = await operatorOf(t.app, boss)
    const other = await operatorOf(t.app, boss)
    // Errors of the measurement, a second at most, one way and the other.
    const phones = [-1000, 1000, 0, 999, -999].map((error) => phone(operator, 37 * MINUTE, error))
    const by = (i: number) => phones[i % phones.length] ?? phone(operator, 0)
    const began = t.clock.now()
    t.clock.advance(6 * HOUR)
    const containerNumber = nextContainerNumber()

    const [, ...later] = TRIP
    const started = await by(0).start(began, { containerId: containerNumber })
    const { containerId } = started.body
    for (const [i, [type, minutes]] of later.entries()) {
      // Another driver records meanwhile: `seq` is shared.
      if (i === 3) expect((await phone(other, 0).start(t.clock.now())).status).toBe(201)
      expect((await by(i + 1).step(containerId, type, began + minutes * MINUTE)).status).toBe(201)
    }

    const { body } = await boss.get(`/api/events/${containerId}`)
    const events = body.toReversed()
    expect(events.map((e: { eventType: string }) => e.eventType)).toEqual(TRIP.map(([type]) => type))
    for (const [i, [, minutes]] of TRIP.entries()) {
      const next = TRIP[i + 1]?.[1]
      const really = next === undefined ? 345 * 60 : (next - minutes) * 60
      expect(Math.abs(events[i].duration - really)).toBeLessThanOrEqual(2)
      expect(Math.abs(Date.parse(events[i].timestamp) - began - minutes * MINUTE)).toBeLessThanOrEqual(1000)
      expect(events[i].recordedAt).toBe(iso(t.clock.now()))
    }
    const all = (await boss.get('/api/events?after=0')).body
    expect(all.map((e: { seq: number }) => e.seq)).toEqual(Array.from({ length: 11 }, (_, i) => i + 1))

    const stored: StoredTrip[] = [
      ...new Set<string>(all.map((e: { containerId: string }) => e.containerId)),
    ].map((key) => {
      const own = all.filter((e: { containerId: string }) => e.containerId === key)
      return {
        supervisorId: boss.id,
        operatorId: own[0].userId,
        operationType: 'load',
        containerNumber: own[0].displayContainerId,
        operationKey: key,
        events: own.map((e: { eventType: EventType; timestamp: string }) => ({
          type: e.eventType,
          at: Date.parse(e.timestamp),
        })),
      }
    })
    const question = { month: '2026-03', zone: 'America/Mexico_City', now: t.clock.now() }
    const { eventTypes: _types, statuses: _statuses, ...figures } = referenceKpis(stored, boss.id, question)
    const answer = await boss.get('/api/supervisor/kpis?month=2026-03')
    expect(answer.body).toMatchObject(figures)
    expect(answer.body.averageTripDuration.trips).toBe(1)
    expect(answer.body.seq).toBe(11)
  })

  it('gets the nearest possible times, marked, when its clock cannot be right', async () => {
    const { operator, start, step } = await newPhone(37 * MINUTE)
    const began = t.clock.now()
    t.clock.advance(HOUR)
    const { containerId } = (await start(began)).body
    const early = await step(containerId, 'en_route', began - 120_001)
    expect(early.body).toMatchObject({ timestamp: iso(began), reportedAt: iso(began - 120_001) })
    const settled = await step(containerId, 'stop_fuel', began - 120_000)
    expect(settled.body).toMatchObject({ timestamp: iso(began), reportedAt: null })
    const now = t.clock.now()
    const ahead = await step(containerId, 'resume_route', now + 120_001)
    expect(ahead.body).toMatchObject({ timestamp: iso(now), reportedAt: iso(now + 120_001) })
    const measured = await step(containerId, 'arrived_at_park', now + 120_000)
    expect(measured.body).toMatchObject({
      timestamp: iso(now),
      reportedAt: null,
      clockOffsetMs: -37 * MINUTE,
    })
    expect((await operator.get(`/api/events/${containerId}`)).body).toHaveLength(5)
  })
})

describe('clock changes', () => {
  it.each([
    ['forward', '2026-03-08T01:59:00-08:00', '2026-03-08T03:01:00-07:00'],
    ['back', '2025-11-02T01:59:00-07:00', '2025-11-02T01:01:00-08:00'],
  ])('%s between two presses change no duration', async (_, before, after) => {
    const operator = await operatorOf(t.app, supervisor)
    const started = await operator.post('/api/containers', {
      containerId: nextContainerNumber(),
      occurredAt: before,
    })
    const { containerId } = started.body
    const answer = await operator.post('/api/events', {
      containerId,
      eventType: 'en_route',
      occurredAt: after,
      clockOffsetMs: 0,
    })
    expect(answer.status).toBe(201)
    const { body } = await operator.get(`/api/events/${containerId}`)
    expect(body[1].duration).toBe(120)
  })
})

describe('the next trip', () => {
  async function ended() {
    const made = await newPhone(37 * MINUTE)
    const began = t.clock.now()
    t.clock.advance(2 * HOUR)
    const { containerId } = (await made.start(began)).body
    for (const type of REST_OF_TRIP) await made.step(containerId, type, began + HOUR)
    return { ...made, endedAt: began + HOUR }
  }

  it('starts at the end of the previous one when corrected times overlap a little', async () => {
    const { start, endedAt } = await ended()
    expect((await start(endedAt - 1500)).body.startTime).toBe(iso(endedAt))
  })

  it('starts at the pressed time when that lies long before the end: no trip is lost', async () => {
    const { start, endedAt } = await ended()
    expect((await start(endedAt - 10 * MINUTE)).body.startTime).toBe(iso(endedAt - 10 * MINUTE))
  })
})
