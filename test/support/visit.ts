import { type Actor, operatorOf } from './actors.ts'
import type { TestApp } from './app.ts'

/** Where the park of the tests is. */
export const PARK = { lat: 20.5, lng: -103.2 }

/** The visit of docs/estadia.md, minutes after 08:00: arrival, access, parked, loaded, exit, end. */
const VISIT = [
  ['arrived_at_park', 0],
  ['access_granted', 41],
  ['vehicle_parked', 55],
  ['load_complete', 140],
  ['exit_park', 157],
  ['end_trip', 200],
] as const

let counter = 5_000_000

export interface MadeVisit {
  key: string
  number: string
  driver: Actor
  /** Epoch milliseconds. */
  arrivedAt: number
}

/** Drives a truck through the park while the clock of the test moves on; up to the minute `until` of the visit. */
export async function visit(
  t: TestApp,
  supervisor: Actor,
  until = Number.POSITIVE_INFINITY,
): Promise<MadeVisit> {
  const driver = await operatorOf(t.app, supervisor)
  const number = `TEST${++counter}`
  const coordinates = { ...PARK }
  const start = { containerId: number, operationType: 'load', coordinates }
  const key: string = (await driver.post('/api/containers', start)).body.containerId
  const press = async (eventType: string) => {
    const { status } = await driver.post('/api/events', {
      containerId: key,
      eventType,
      coordinates,
      accuracy: 20,
    })
    if (status !== 201) throw new Error(`${eventType}: ${status}`)
  }
  await press('en_route')
  const arrivedAt = t.clock.now()
  let passed = 0
  for (const [eventType, minute] of VISIT) {
    if (minute > until) break
    t.clock.advance((minute - passed) * 60_000)
    passed = minute
    await press(eventType)
  }
  return { key, number, driver, arrivedAt }
}

/** A circle around the park, with a client. */
export const parkOf = (name: string, more: object = {}) => ({
  name,
  kind: 'park',
  shape: { type: 'circle', center: PARK, radiusMetres: 300 },
  timeZone: 'America/Mexico_City',
  ...more,
})

export const contractOf = (more: object = {}) => ({
  name: 'Acuerdo',
  clientId: null,
  placeId: null,
  operationType: null,
  basis: 'visit',
  freeMinutes: 120,
  blockMinutes: 15,
  rates: [{ uptoMinutes: null, centavosPerHour: 84_000 }],
  pauses: [],
  taxBasisPoints: 0,
  validFrom: '2026-01-01',
  validUntil: null,
  ...more,
})
