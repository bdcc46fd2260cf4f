import { afterAll, beforeAll, expect, it } from 'vitest'
import { tripGuideResponse } from '#contract/http/driver/trip-guide'
import type { OperationResponse } from '#contract/http/operations'
import { stepPercentilesResponse } from '#contract/http/step-percentiles'
import { stepsOf } from '#domain/operation/steps'
import { createUsual } from '#domain/usual/usual'
import { type AlertJudge, createAlertJudge } from '#server/jobs/alert-judge'
import { toOperation } from '#web/api/operation'
import { standingOf } from '#web/features/desk/live-operations/standing'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { insertTrips, nextContainerNumber } from '../../support/history.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOTHING = { forecasts: new Map(), detentions: new Map(), outside: new Map() }

let t: TestApp
let boss: Actor
let driver: Actor
let judge: AlertJudge
let key: string
let arrivedAt: number

/** A load whose wait at the gate lasts so many minutes; every other step lasts ten. */
const trip = (waitMinutes: number, startAt: number) => {
  let at = startAt
  const events = stepsOf('load').map((type) => {
    if (type !== 'start_trip') at += (type === 'access_granted' ? waitMinutes : 10) * MINUTE
    return { type, at }
  })
  const containerNumber = nextContainerNumber()
  return {
    supervisorId: boss.id,
    operatorId: driver.id,
    operationType: 'load' as const,
    containerNumber,
    events,
  }
}

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
  // Waits of 20 to 43 minutes: half of them 31, three of four 37.
  const waits = Array.from({ length: 24 }, (_, i) => 20 + i)
  await insertTrips(
    t.deps.database,
    waits.map((minutes, i) => trip(minutes, t.clock.now() - (i + 1) * DAY)),
  )
  key = (await driver.post('/api/containers', { containerId: nextContainerNumber() })).body.containerId
  for (const eventType of ['en_route', 'arrived_at_park']) {
    expect((await driver.post('/api/events', { containerId: key, eventType })).status).toBe(201)
  }
  arrivedAt = t.clock.now()
  judge = createAlertJudge(t.deps, { error: console.error })
})
afterAll(async () => {
  await judge.stop()
  await t.close()
})

/** What each screen says of the same operation now. */
async function screens() {
  const [{ body: board }, { body: rows }] = await Promise.all([
    boss.get('/api/supervisor/operations'),
    boss.get('/api/supervisor/step-percentiles'),
  ])
  const operation = board.operations.find((one: OperationResponse) => one.containerId === key)
  const usualOf = createUsual(stepPercentilesResponse.parse(rows))
  const desk = standingOf(toOperation(operation), usualOf, t.clock.now(), NOTHING)
  const guide = tripGuideResponse.parse((await driver.get('/api/operator/guide')).body)
  const page = (await anonymous(t.app).get(`/api/public/containers/${key}`)).body
  const [forecast] = (await boss.get('/api/supervisor/forecasts')).body
  await judge.beat()
  const { open } = (await boss.get('/api/alerts')).body
  return {
    desk: { normal: desk.normalSeconds, late: desk.overdue },
    driver: createUsual(guide.usual)({
      operationType: 'load',
      eventType: 'arrived_at_park',
      placeId: guide.placeId,
      at: arrivedAt,
    })?.normalSeconds,
    link: page.usual,
    forecast: forecast.steps[0].kind,
    alerts: open
      .filter((alert: { kind: string }) => alert.kind === 'step_long')
      .map((alert: { limit: number }) => alert.limit),
  }
}

const NORMAL = 31 * 60
const STUCK = 37 * 60 * 2.5

it.each([
  { minutes: 0, late: false, link: [25, 37], forecast: 'range', alerts: [] },
  { minutes: 30, late: false, link: [3, 10], forecast: 'range', alerts: [] },
  { minutes: 37, late: false, link: [1, 5], forecast: 'range', alerts: [] },
  { minutes: 38, late: true, link: null, forecast: 'range', alerts: [] },
  { minutes: 45, late: true, link: null, forecast: 'late', alerts: [] },
  { minutes: 93, late: true, link: null, forecast: 'late', alerts: [STUCK] },
])('after $minutes minutes desk, driver, link, forecast and alerts say the same', async (expected) => {
  const { minutes, late, link, forecast, alerts } = expected
  t.clock.advance(arrivedAt + minutes * MINUTE - t.clock.now())
  expect(await screens()).toEqual({
    desk: { normal: NORMAL, late },
    driver: NORMAL,
    link: link
      ? { overdue: false, fromSeconds: (link[0] ?? 0) * 60, toSeconds: (link[1] ?? 0) * 60 }
      : { overdue: true, fromSeconds: null, toSeconds: null },
    forecast,
    alerts,
  })
})
