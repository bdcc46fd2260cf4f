import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { featureFlags } from '#server/db/schema/accounts'
import { tileSource } from '#server/http/answer/security-headers'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { REST_OF_TRIP } from '../../support/whole-trip.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const TILES = 'https://{s}.tile.example/{z}/{x}/{y}.png'

let t: TestApp
let supervisor: Actor
let other: Actor
let operator: Actor

beforeAll(async () => {
  t = await createTestApp({ config: readConfig({ LOG_LEVEL: 'silent', TILE_URL: TILES }) })
  supervisor = await register(t.app, 'supervisor')
  other = await register(t.app, 'supervisor')
  operator = await operatorOf(t.app, supervisor)
})
afterAll(() => t.close())

/** A trip whose wait at the gate lasts so many minutes; every other step lasts one. */
async function trip(waitMinutes: number): Promise<void> {
  const started = await operator.post('/api/containers', {
    containerId: 'CSQU3054383',
    operationType: 'load',
  })
  expect(started.status).toBe(201)
  const { containerId } = started.body
  for (const eventType of REST_OF_TRIP) {
    t.clock.advance((eventType === 'access_granted' ? waitMinutes : 1) * MINUTE_MS)
    expect((await operator.post('/api/events', { containerId, eventType })).status).toBe(201)
  }
}

describe('how long a step usually lasts', () => {
  it('is the median and the 75th percentile by nearest rank of the last 28 days', async () => {
    await trip(500)
    t.clock.advance(29 * DAY_MS)
    for (const minutes of [10, 48, 22, 31]) await trip(minutes)

    const { status, body } = await supervisor.get('/api/supervisor/step-percentiles')
    expect(status).toBe(200)
    const of = (type: string) => body.find((row: { eventType: string }) => row.eventType === type)
    // Sorted 10, 22, 31, 48: the second and the third of four. The 500 minutes lie too far back.
    expect(of('arrived_at_park')).toEqual({
      operationType: 'load',
      eventType: 'arrived_at_park',
      placeId: null,
      partOfDay: null,
      samples: 4,
      normalSeconds: 22 * 60,
      p75Seconds: 31 * 60,
    })
    expect(of('vehicle_parked')).toMatchObject({ samples: 4, p75Seconds: 60 })
    expect(of('end_trip')).toBeUndefined()
  })

  it('leaves out open intervals and other tenants', async () => {
    const started = await operator.post('/api/containers', {
      containerId: 'CSQU3054383',
      operationType: 'unload',
    })
    await operator.post('/api/events', { containerId: started.body.containerId, eventType: 'en_route' })
    // What is usual is read again after a quarter of an hour.
    t.clock.advance(15 * MINUTE_MS)
    const { body } = await supervisor.get('/api/supervisor/step-percentiles')
    expect(body.filter((row: { operationType: string }) => row.operationType === 'unload')).toMatchObject([
      { operationType: 'unload', eventType: 'start_trip', samples: 1, normalSeconds: 0, p75Seconds: 0 },
    ])
    expect((await other.get('/api/supervisor/step-percentiles')).body).toEqual([])
  })

  it('asks for a supervisor with real-time information', async () => {
    expect((await anonymous(t.app).get('/api/supervisor/step-percentiles')).status).toBe(401)
    expect((await operator.get('/api/supervisor/step-percentiles')).status).toBe(403)
    await t.deps.database.orm
      .update(featureFlags)
      .set({ realTimeInfo: false })
      .where(eq(featureFlags.userId, other.id))
    const refused = await other.get('/api/supervisor/step-percentiles')
    expect([refused.status, refused.body.code]).toEqual([403, 'premium'])
  })
})

describe('the public configuration', () => {
  it('is public, and the CSP allows the tile server only', async () => {
    const answer = await anonymous(t.app).get('/api/config')
    expect(answer.body).toEqual({
      tiles: { tileUrl: TILES, kind: 'image', attribution: null, extent: null },
      deskIdleMinutes: 0,
      registration: 'open',
      supportEmail: 'soporte@acarreo.mx',
      timezone: 'America/Mexico_City',
    })
    const page = await t.app.inject('/')
    expect(page.headers['content-security-policy']).toContain("img-src 'self' data: https://*.tile.example;")
  })

  it.each([
    ['https://tile.example/{z}/{x}/{y}.png', 'https://tile.example'],
    ['http://tile.example:8080/a/{z}/{x}/{y}', 'http://tile.example:8080'],
    ['https://{s}.tiles.example/{z}/{x}/{y}', 'https://*.tiles.example'],
    ['https://t{s}.tiles.example/{z}/{x}/{y}', 'https://*.tiles.example'],
    ['/tiles/{z}/{x}/{y}', null],
  ])('%s needs %s', (url, source) => expect(tileSource(url)).toBe(source))
})
