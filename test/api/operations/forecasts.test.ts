import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calibrationResponse, forecastsResponse } from '#contract/http/public/forecasts'
import { ENOUGH_SAMPLES } from '#domain/usual/lengths'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { nextContainerNumber } from '../../support/history.ts'
import { REST_OF_TRIP } from '../../support/whole-trip.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PORT = { lat: 19.05, lng: -104.31 }

let t: TestApp
let boss: Actor
let driver: Actor

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
})
afterAll(() => t.close())

const start = async (): Promise<string> => {
  t.clock.advance(MINUTE)
  return (await driver.post('/api/containers', { containerId: nextContainerNumber(), coordinates: PORT }))
    .body.containerId
}
const press = async (containerId: string, eventType: string, coordinates = PORT) =>
  expect((await driver.post('/api/events', { containerId, eventType, coordinates })).status).toBe(201)

/** A trip that drives for `minutes`; every other step takes ten. */
async function trip(minutes: number): Promise<string> {
  const key = await start()
  for (const eventType of REST_OF_TRIP) {
    t.clock.advance((eventType === 'arrived_at_park' ? minutes : 10) * MINUTE)
    await press(key, eventType)
  }
  return key
}

const forecasts = async () => forecastsResponse.parse((await boss.get('/api/supervisor/forecasts')).body)
const arrivalOf = async (containerId: string) =>
  (await forecasts())
    .find((forecast) => forecast.containerId === containerId)
    ?.steps.find(({ step }) => step === 'arrived_at_park')
const calibration = async (month: string) =>
  calibrationResponse.parse((await boss.get(`/api/supervisor/forecasts/calibration?month=${month}`)).body)

describe('the forecast of an active operation', () => {
  it('guesses nothing from too few trips, and is told to nobody else', async () => {
    for (let n = 1; n < ENOUGH_SAMPLES; n++) await trip(60)
    const key = await start()
    await press(key, 'en_route')
    expect(await arrivalOf(key)).toEqual({
      step: 'arrived_at_park',
      kind: 'unknown',
      fromAt: null,
      toAt: null,
    })
    const stranger = await register(t.app, 'supervisor')
    expect((await stranger.get('/api/supervisor/forecasts')).body).toEqual([])
    for (const eventType of REST_OF_TRIP.slice(1)) await press(key, eventType)
  })

  it('is a range of whole five minutes once there are enough, and moves with the time that passes', async () => {
    // One more of 0 minutes is in the record now.
    await trip(90)
    const key = await start()
    await press(key, 'en_route')
    // The record is read again after a quarter of an hour.
    t.clock.advance(16 * MINUTE)
    const pressedAt = t.clock.now() - 16 * MINUTE
    const found = await arrivalOf(key)
    const around = (minutes: number, by: (value: number) => number): string =>
      new Date(by((pressedAt + minutes * MINUTE) / (5 * MINUTE)) * 5 * MINUTE).toISOString()
    expect(found).toEqual({
      step: 'arrived_at_park',
      kind: 'range',
      fromAt: around(60, Math.floor),
      toAt: around(60, Math.ceil) === around(60, Math.floor) ? around(65, Math.ceil) : around(60, Math.ceil),
    })
    // Only one trip took longer than this one by now.
    t.clock.advance(50 * MINUTE)
    expect(await arrivalOf(key)).toMatchObject({ kind: 'late', fromAt: null })
    // After the next step it is about the way out.
    await press(key, 'arrived_at_park')
    const [next] = await forecasts()
    expect(next?.milestone).toBe('exit_park')
    expect(next?.steps.map(({ step }) => step)).not.toContain('arrived_at_park')
    for (const eventType of REST_OF_TRIP.slice(2)) await press(key, eventType)
    expect(await forecasts()).toEqual([])
  })

  it('is told by links that were made to tell it, never by a number', async () => {
    const key = await start()
    await press(key, 'en_route')
    const publicly = async (reference: string) =>
      (await anonymous(t.app).get(`/api/public/containers/${reference}`)).body.forecast
    const linkOf = async (link: object): Promise<string> => {
      const { status, body } = await boss.post(`/api/containers/${key}/links`, {
        name: 'x',
        days: 1,
        ...link,
      })
      expect(status).toBe(201)
      return new URL(body.url).pathname.replace('/container/', '')
    }
    expect(await publicly(key)).toMatchObject({ step: 'arrived_at_park', kind: 'range' })
    expect(await publicly(await linkOf({ level: 'times', tellsArrival: true }))).toMatchObject({
      kind: 'range',
    })
    expect(await publicly(await linkOf({ level: 'full' }))).toBeNull()
    expect(await publicly(await linkOf({ level: 'status', tellsArrival: true }))).toBeNull()
    expect(await publicly(key.split('_')[0] as string)).toBeNull()
    const page = (await anonymous(t.app).get(`/container/${key}`)).body
    expect(page).toMatch(
      /Normalmente llega al parque entre <strong><time datetime="[^"]+" data-hour>\d\d:\d\d</,
    )
  })
})

describe('the calibration of a month', () => {
  it('repeats what was announced, and counts what came in time', async () => {
    const month = new Date(t.clock.now()).toISOString().slice(0, 7)
    const { steps } = await calibration(month)
    const arrival = steps.find(({ step }) => step === 'arrived_at_park')
    // Two moments of each trip; the first twenty trips had too little before them.
    expect(arrival).toMatchObject({ unknown: 2 * ENOUGH_SAMPLES })
    expect(arrival?.announced).toBeGreaterThan(0)
    expect(arrival?.byLate).toBeLessThanOrEqual(arrival?.announced ?? 0)
    expect((await calibration('2020-01')).steps).toEqual([])
    expect((await boss.get('/api/supervisor/forecasts/calibration?month=2020-13')).status).toBe(400)
    t.clock.advance(HOUR)
  })
})
