import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJob } from '#server/jobs/run-job'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { parseCsv } from '../../support/csv.ts'
import { nextContainerNumber } from '../../support/history.ts'
import { REST_OF_TRIP } from '../../support/whole-trip.ts'

let t: TestApp
let supervisor: Actor

beforeAll(async () => {
  t = await createTestApp()
  supervisor = await register(t.app, 'supervisor')
})
afterAll(() => t.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const iso = (at: number): string => new Date(at).toISOString()

describe('a server clock that was two hours ahead for one step', () => {
  it('blocks no later step: each happens at the last one’s time, and says what the phone said', async () => {
    const operator = await operatorOf(t.app, supervisor)
    const began = t.clock.now()
    const started = await operator.post('/api/containers', { containerId: nextContainerNumber() })
    const { containerId } = started.body
    const step = (eventType: string, extra: object = {}) =>
      operator.post('/api/events', { containerId, eventType, ...extra })

    t.clock.advance(2 * HOUR)
    const [first, ...rest] = REST_OF_TRIP
    expect((await step(first as string)).body.timestamp).toBe(iso(began + 2 * HOUR))
    t.clock.advance(-2 * HOUR)
    for (const eventType of rest) {
      t.clock.advance(MINUTE)
      const eventId = crypto.randomUUID()
      const press = { eventId, occurredAt: iso(t.clock.now()), clockOffsetMs: 0 }
      const answer = await step(eventType, press)
      expect(answer).toMatchObject({
        status: 201,
        body: {
          timestamp: iso(began + 2 * HOUR),
          reportedAt: iso(t.clock.now()),
          recordedAt: iso(t.clock.now()),
        },
      })
      expect(await step(eventType, press)).toMatchObject({ status: 200, body: answer.body })
    }
    const { body } = await supervisor.get(`/api/events/${containerId}`)
    expect(body.map((e: { duration: number }) => e.duration)).toEqual([
      2 * 3600,
      ...rest.slice(1).map(() => 0),
      0,
      2 * 3600,
    ])
  })
})

describe('a server clock that is set back by a day', () => {
  it('leaves sessions, lists, figures and jobs as they were, and nothing negative', async () => {
    const boss = await register(t.app, 'supervisor')
    const [driver, other] = [await operatorOf(t.app, boss), await operatorOf(t.app, boss)]
    const start = async (actor: Actor) =>
      (await actor.post('/api/containers', { containerId: nextContainerNumber() })).body.containerId
    const job = { name: 'any', everyMs: MINUTE, run: async () => undefined }
    const containerId = await start(driver)
    await start(other)
    expect(await runJob(job, t.deps)).toEqual({ kind: 'ran' })
    t.clock.advance(-24 * HOUR)
    expect(await runJob(job, t.deps)).toEqual({ kind: 'ran' })
    for (const eventType of REST_OF_TRIP) {
      expect((await driver.post('/api/events', { containerId, eventType })).status).toBe(201)
    }
    expect((await start(driver)).length).toBeGreaterThan(0)
    expect((await boss.post('/api/live-token')).status).toBe(200)
    const answers = []
    for (const path of ['/api/supervisor/operations', '/api/events', '/api/supervisor/kpis?month=2026-03']) {
      const { status, body } = await boss.get(path)
      expect(status).toBe(200)
      answers.push(body)
    }
    expect(answers[0].operations).toHaveLength(2)
    expect(answers[1]).toHaveLength(REST_OF_TRIP.length + 3)
    expect(answers[2].averageTripDuration.trips).toBe(0)
    expect(JSON.stringify(answers)).not.toMatch(
      /"(duration|totalDuration|seconds|\w+Seconds|minutes|p50|mean)":-/,
    )
  })
})

describe('a phone whose clock shows another century', () => {
  it.each([
    ['0000-01-01T00:00:00Z', undefined],
    ['1969-12-31T23:59:59Z', undefined],
    ['1970-01-01T00:00:00Z', undefined],
    ['9999-12-31T23:59:59Z', undefined],
    ['0000-01-01T00:00:00Z', -10_000 * 365 * 24 * HOUR],
    ['9999-12-31T23:59:59Z', 10_000 * 365 * 24 * HOUR],
    ['2106-02-07T06:28:15Z', -80 * 365 * 24 * HOUR],
  ])('%s, offset %s: starts a trip, and records every step of it', async (occurredAt, clockOffsetMs) => {
    const operator = await operatorOf(t.app, supervisor)
    const press = { occurredAt, clockOffsetMs }
    const started = await operator.post('/api/containers', { containerId: nextContainerNumber(), ...press })
    expect(started.status).toBe(201)
    const { containerId } = started.body
    for (const eventType of REST_OF_TRIP) {
      const body = { containerId, eventType, eventId: crypto.randomUUID(), ...press }
      const answer = await operator.post('/api/events', body)
      expect(answer.status).toBe(201)
      const again = await operator.post('/api/events', body)
      expect([again.status, again.body]).toEqual([200, answer.body])
      expect(Date.parse(answer.body.timestamp)).toBeLessThanOrEqual(t.clock.now() + 2 * MINUTE)
    }
    expect((await supervisor.get(`/api/events/${containerId}`)).body).toHaveLength(REST_OF_TRIP.length + 1)
    const file = await supervisor.get(`/api/events/export?containerId=${containerId}`)
    expect(parseCsv(file.body)).toHaveLength(REST_OF_TRIP.length + 2)
  })

  it.each(['yesterday', '', 'NaN', '2026-02-30T00:00:00Z', 1_700_000_000_000, null])(
    'is asked again for what is no time: %s',
    async (occurredAt) => {
      const operator = await operatorOf(t.app, supervisor)
      const press = { containerId: nextContainerNumber(), occurredAt }
      expect((await operator.post('/api/containers', press)).status).toBe(400)
    },
  )
})
