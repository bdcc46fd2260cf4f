import { afterAll, beforeAll, expect, it } from 'vitest'
import { tripGuideResponse } from '#contract/http/driver/trip-guide'
import { ENOUGH_SAMPLES } from '#domain/usual/lengths'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { nextContainerNumber } from '../../support/history.ts'
import { REST_OF_TRIP } from '../../support/whole-trip.ts'

const MINUTE = 60_000
const PARK = { lat: 20.52, lng: -103.179 }

let t: TestApp
let boss: Actor
let driver: Actor

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
})
afterAll(() => t.close())

/** A whole trip; each step lasts ten minutes, and the events have a position of this accuracy. */
async function trip(actor: Actor, accuracy: number): Promise<void> {
  const { body } = await actor.post('/api/containers', { containerId: nextContainerNumber() })
  for (const eventType of REST_OF_TRIP) {
    t.clock.advance(10 * MINUTE)
    const report = { containerId: body.containerId, eventType, coordinates: PARK, accuracy }
    expect((await actor.post('/api/events', report)).status).toBe(201)
  }
}

const guide = async (actor: Actor) => tripGuideResponse.parse((await actor.get('/api/operator/guide')).body)

it('invents nothing: without history and without a phone number there is nothing to say', async () => {
  expect(await guide(driver)).toEqual({
    supervisor: { displayName: expect.any(String), phone: null },
    placeId: null,
    usual: [],
    destinations: [],
  })
  const alone = await register(t.app, 'operator')
  expect(await guide(alone)).toEqual({ supervisor: null, placeId: null, usual: [], destinations: [] })
})

it('names the own supervisor, and no figure that rests on too few trips', async () => {
  expect((await boss.put('/api/account/phone', { phone: '12' })).status).toBe(400)
  expect((await boss.put('/api/account/phone', { phone: '+52 33 1234 5678' })).status).toBe(204)
  expect((await boss.get('/api/account')).body.phone).toBe('+52 33 1234 5678')
  const other = await operatorOf(t.app, boss)
  for (let n = 0; n < ENOUGH_SAMPLES - 1; n++) await trip(other, 12)
  const few = await guide(driver)
  expect(few.supervisor).toEqual({ displayName: expect.any(String), phone: '+52 33 1234 5678' })
  expect(few.usual).toEqual([])
  // A colleague's positions are not the driver's business.
  expect(few.destinations).toEqual([])
  await trip(other, 12)
  expect((await guide(driver)).usual).toContainEqual({
    operationType: 'load',
    eventType: 'en_route',
    placeId: null,
    partOfDay: null,
    samples: ENOUGH_SAMPLES,
    normalSeconds: 600,
    p75Seconds: 600,
  })
  const stranger = await operatorOf(t.app, await register(t.app, 'supervisor'))
  expect(await guide(stranger)).toEqual({
    supervisor: { displayName: expect.any(String), phone: null },
    placeId: null,
    usual: [],
    destinations: [],
  })
})

it('knows where the driver last arrived, from exact positions alone', async () => {
  await trip(driver, 5000)
  expect((await guide(driver)).destinations).toEqual([])
  await trip(driver, 12)
  const { destinations } = await guide(driver)
  expect(destinations.map(({ eventType }) => eventType).sort()).toEqual(['arrived_at_park', 'end_trip'])
  expect(destinations[0]?.coordinates).toEqual(PARK)
})
