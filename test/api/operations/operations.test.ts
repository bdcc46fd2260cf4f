import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stepsOf } from '#domain/operation/steps'
import { systemSettings } from '#server/db/schema/console'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, NOON, type TestApp } from '../../support/app.ts'
import { whenFree } from '../../support/http-client.ts'

let t: TestApp
let supervisor: Actor

beforeAll(async () => {
  t = await createTestApp()
  supervisor = await register(t.app, 'supervisor')
  await t.deps.database.orm
    .insert(systemSettings)
    .values({ settingKey: 'operator_limit', settingValue: '1000' })
})
afterAll(() => t.close())

let boxes = 1000000
const nextBox = () => `MSKU${boxes++}`

async function start(operator: Actor, extra: object = {}) {
  const answer = await operator.post('/api/containers', {
    containerId: nextBox(),
    operationType: 'load',
    ...extra,
  })
  expect(answer.status).toBe(201)
  return answer.body
}

const step = (operator: Actor, containerId: string, eventType: string, extra: object = {}) =>
  operator.post('/api/events', {
    userId: operator.id,
    containerId,
    operationType: 'load',
    eventType,
    ...extra,
  })

describe('starting an operation', () => {
  it('answers the operation with its key, and stores start_trip with it', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const answer = await operator.post('/api/containers', {
      containerId: 'CSQU3054383',
      operationType: 'unload',
      coordinates: { lat: 19.243, lng: -103.725 },
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      displayContainerId: 'CSQU3054383',
      operationType: 'unload',
      isActive: true,
      ended: false,
      currentStatus: 'Iniciando viaje',
      currentEventType: 'start_trip',
      lastCompletedStatus: 'Iniciar viaje',
      userId: operator.id,
      username: operator.username,
      coordinates: { lat: 19.243, lng: -103.725 },
      location: 'Colima',
      googleMapsLink: 'https://www.google.com/maps?q=19.243,-103.725',
      version: 1,
      warnings: [],
    })
    expect(answer.body.containerId).toMatch(/^CSQU3054383_[A-Za-z0-9]{16,}$/)
    const events = await operator.get(`/api/events/${answer.body.containerId}`)
    expect(events.body).toHaveLength(1)
    expect(events.body[0]).toMatchObject({ eventType: 'start_trip', duration: null, userId: operator.id })
  })

  it('accepts a wrong check digit with a warning', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const answer = await operator.post('/api/containers', {
      containerId: 'CSQU3054384',
      operationType: 'load',
    })
    expect(answer.status).toBe(201)
    expect(answer.body.warnings).toEqual(['check_digit'])
  })

  it.each([
    [{}, 'Container ID is required'],
    [{ containerId: '' }, 'Container ID is required'],
    [{ containerId: 'abcd1234567' }, 'Container ID must be in format AAAA1234567'],
    [{ containerId: 'ABCD123456' }, 'Container ID must be in format AAAA1234567'],
    [{ containerId: 1234567 }, 'Container ID is required'],
  ])('refuses %j', async (body, message) => {
    const operator = await operatorOf(t.app, supervisor)
    const answer = await operator.post('/api/containers', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'validation', message })
    expect(answer.body.details[0].path).toBe('containerId')
    expect((await operator.get('/api/containers/active')).body).toBeNull()
  })

  it('an operator has at most one, also for twenty concurrent requests', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        whenFree(() => operator.post('/api/containers', { containerId: nextBox(), operationType: 'load' })),
      ),
    )
    const statuses = answers.map((a) => a.status).sort()
    expect(statuses).toEqual([201, ...Array(19).fill(409)])
    const refused = answers.find((a) => a.status === 409)
    const active = await operator.get('/api/containers/active')
    expect(refused?.body).toMatchObject({
      code: 'active_operation',
      operation: { containerId: active.body.containerId },
    })
  })

  it('a container has at most one per supervisor; another supervisor may have the same container', async () => {
    const box = nextBox()
    const [one, two] = [await operatorOf(t.app, supervisor), await operatorOf(t.app, supervisor)]
    const elsewhere = await operatorOf(t.app, await register(t.app, 'supervisor'))
    expect((await one.post('/api/containers', { containerId: box })).status).toBe(201)
    const answer = await two.post('/api/containers', { containerId: box })
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('container_busy')
    expect((await elsewhere.post('/api/containers', { containerId: box })).status).toBe(201)
  })

  it('fifty concurrent requests with one eventId make one operation and fifty equal answers', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const body = { containerId: nextBox(), operationType: 'load', eventId: crypto.randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => whenFree(() => operator.post('/api/containers', body))),
    )
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200, 201]))
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1)
    expect(new Set(answers.map((a) => a.body.containerId)).size).toBe(1)
  })
})

describe('recording events', () => {
  it('goes from gate to gate, closing each interval with whole seconds', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const { containerId } = await start(operator)
    for (const eventType of stepsOf('load').slice(1)) {
      t.clock.advance(90_500)
      const answer = await step(operator, containerId, eventType)
      expect(answer.status).toBe(201)
      expect(answer.body.eventType).toBe(eventType)
    }
    const { body } = await operator.get(`/api/events/${containerId}`)
    expect(body.map((e: { eventType: string }) => e.eventType)).toEqual([...stepsOf('load')].reverse())
    expect(body.map((e: { duration: number }) => e.duration)).toEqual([633, ...Array(7).fill(90)])
    expect((await operator.get('/api/containers/active')).body).toBeNull()
    expect((await step(operator, containerId, 'end_trip')).status).toBe(409)
  })

  it('stops and resumes', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const { containerId } = await start(operator)
    await step(operator, containerId, 'en_route')
    expect((await step(operator, containerId, 'stop_fuel')).status).toBe(201)
    expect((await operator.get('/api/containers/active')).body).toMatchObject({
      currentStatus: 'Parada: Combustible',
      lastCompletedEventType: 'en_route',
    })
    expect((await step(operator, containerId, 'arrived_at_park')).status).toBe(409)
    expect((await step(operator, containerId, 'resume_route')).status).toBe(201)
    expect((await operator.get('/api/containers/active')).body.currentStatus).toBe('Retomando viaje')
    expect((await step(operator, containerId, 'arrived_at_park')).status).toBe(201)
  })

  it('refuses a step that is not next, with the operation as it stands', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const { containerId } = await start(operator)
    for (const eventType of [
      'start_trip',
      'arrived_at_park',
      'stop_fuel',
      'resume_route',
      'end_trip',
      'unload_complete',
    ]) {
      const answer = await step(operator, containerId, eventType)
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ code: 'not_next', operation: { containerId, version: 1 } })
    }
    expect((await operator.get(`/api/events/${containerId}`)).body).toHaveLength(1)
  })

  it('answers a known eventId with the stored event, also after later events', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const { containerId } = await start(operator)
    const eventId = crypto.randomUUID()
    const first = await step(operator, containerId, 'en_route', { eventId })
    t.clock.advance(60_000)
    await step(operator, containerId, 'arrived_at_park')
    const again = await step(operator, containerId, 'en_route', { eventId })
    expect(first.status).toBe(201)
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({
      id: first.body.id,
      seq: first.body.seq,
      timestamp: first.body.timestamp,
    })
    expect((await operator.get(`/api/events/${containerId}`)).body).toHaveLength(3)
  })

  it('fifty concurrent identical requests make one row and fifty equal answers', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const { containerId } = await start(operator)
    const eventId = crypto.randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => whenFree(() => step(operator, containerId, 'en_route', { eventId }))),
    )
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1)
    expect(answers.filter((a) => a.status === 200)).toHaveLength(49)
    expect(new Set(answers.map((a) => a.body.id)).size).toBe(1)
  })

  it('of two concurrent phones one gets 201 and the other 409 with the operation', async () => {
    for (let round = 0; round < 5; round++) {
      const operator = await operatorOf(t.app, supervisor)
      const { containerId } = await start(operator)
      const answers = await Promise.all([1, 2].map(() => step(operator, containerId, 'en_route')))
      expect(answers.map((a) => a.status).sort()).toEqual([201, 409])
      expect(answers.find((a) => a.status === 409)?.body.operation).toMatchObject({ containerId, version: 2 })
    }
  })

  it('takes the phone’s time, keeps its own, and moves impossible times to the nearest possible', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const startedAt = t.clock.now()
    const { containerId } = await start(operator)
    t.clock.advance(3_600_000)
    const at = (offset: number) => new Date(startedAt + offset).toISOString()

    const early = await step(operator, containerId, 'en_route', { occurredAt: at(-1) })
    expect(early).toMatchObject({ status: 201, body: { timestamp: at(0), reportedAt: at(-1) } })
    const late = await step(operator, containerId, 'stop_fuel', { occurredAt: at(600_000) })
    expect(late.body).toMatchObject({
      timestamp: at(600_000),
      reportedAt: null,
      recordedAt: at(3_600_000),
    })
    const future = await step(operator, containerId, 'resume_route', { occurredAt: at(3_600_000 + 120_001) })
    expect(future.body).toMatchObject({ timestamp: at(3_720_000), reportedAt: at(3_720_001) })
    const { body } = await operator.get(`/api/events/${containerId}`)
    expect(body).toMatchObject([{}, { duration: 3120 }, { duration: 600 }, { duration: 0 }])
  })

  it('keeps the newest position when a step has none', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const { containerId } = await start(operator, { coordinates: { lat: 20.52, lng: -103.179 } })
    const answer = await step(operator, containerId, 'en_route', { coordinates: null })
    expect(answer.body).toMatchObject({ coordinates: null, location: null, googleMapsLink: null })
    expect((await operator.get('/api/containers/active')).body.coordinates).toEqual({
      lat: 20.52,
      lng: -103.179,
    })
  })

  it.each([
    ['coordinates', { coordinates: { lat: 91, lng: 0 } }],
    ['coordinates', { coordinates: 'Colima' }],
    ['eventType', { eventType: 'teleport' }],
    ['eventId', { eventId: 'not-a-uuid' }],
    ['occurredAt', { occurredAt: 'yesterday' }],
    ['occurredAt', { occurredAt: 1700000000000 }],
    ['userId', { userId: '7' }],
    ['accuracy', { accuracy: -1 }],
  ])('refuses a wrong %s with 400 and stores nothing', async (path, extra) => {
    const operator = await operatorOf(t.app, supervisor)
    const { containerId } = await start(operator)
    const answer = await operator.post('/api/events', { containerId, eventType: 'en_route', ...extra })
    expect(answer.status).toBe(400)
    expect(answer.body.details[0].path.split('.')[0]).toBe(path)
    expect((await operator.get(`/api/events/${containerId}`)).body).toHaveLength(1)
  })

  it('does not write for another operator', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const other = await operatorOf(t.app, supervisor)
    const { containerId } = await start(operator)
    expect((await other.post('/api/events', { containerId, eventType: 'en_route' })).status).toBe(404)
    expect(
      (await other.post('/api/events', { userId: operator.id, containerId, eventType: 'en_route' })).status,
    ).toBe(403)
    expect((await supervisor.post('/api/events', { containerId, eventType: 'en_route' })).status).toBe(403)
    expect(
      (await operator.post('/api/events', { containerId, eventType: 'en_route', operationType: 'unload' }))
        .status,
    ).toBe(409)
    expect((await other.get(`/api/events/${containerId}`)).status).toBe(404)
    expect((await operator.get(`/api/events/${containerId}`)).body).toHaveLength(1)
    // A start kept on another driver's phone does not become this driver's.
    const kept = { userId: operator.id, containerId: 'CSQU3054383' }
    expect((await other.post('/api/containers', kept)).status).toBe(403)
    expect((await other.get('/api/containers/active')).body).toBeNull()
  })

  it('an eventId of another driver neither reveals nor blocks anything', async () => {
    const [one, two] = [await operatorOf(t.app, supervisor), await operatorOf(t.app, supervisor)]
    const eventId = crypto.randomUUID()
    const a = await start(one, { eventId })
    const b = await start(two, { eventId })
    expect(a.containerId).not.toBe(b.containerId)
  })
})

describe('the supervisor’s numbers', () => {
  it('count 1, 2, 3 … without holes while many operators write at once', async () => {
    const boss = await register(t.app, 'supervisor')
    const operators = await Promise.all(Array.from({ length: 12 }, () => operatorOf(t.app, boss)))
    await Promise.all(
      operators.map(async (operator) => {
        const { containerId } = await start(operator)
        for (const eventType of stepsOf('load').slice(1)) {
          expect((await step(operator, containerId, eventType)).status).toBe(201)
        }
      }),
    )
    const { body } = await boss.get('/api/events?after=0&limit=1000')
    expect(body.map((e: { seq: number }) => e.seq)).toEqual(Array.from({ length: 12 * 8 }, (_, i) => i + 1))
  })
})

describe('the active operation', () => {
  it('answers 304 until something changes, then with a new ETag', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const { containerId } = await start(operator)
    const first = await operator.get('/api/containers/active')
    const tag = String(first.headers.etag)
    t.clock.advance(5_000)
    expect((await operator.get('/api/containers/active', { 'if-none-match': tag })).status).toBe(304)
    await step(operator, containerId, 'en_route')
    expect((await operator.get('/api/containers/active', { 'if-none-match': tag })).status).toBe(200)
    expect(first.headers['cache-control']).toBe('no-store')
    expect(NOON).toBeLessThanOrEqual(t.clock.now())
  })
})
