import { ScriptFailure } from '../lib/run.mjs'
import { firstLogin, GIVEN_PASSWORD } from './first-login.mjs'
import { createClient } from './phone.mjs'
import { demoRoad, shifted } from './road.mjs'

/** @typedef {import('#domain/operation/steps').EventType} EventType */
/** @typedef {import('#domain/operation/steps').OperationType} OperationType */
/** @typedef {import('./phone.mjs').Client} Client */

/**
 * What happened: event, minutes before now, and the place, at the road or beside it; null: without a position.
 * @typedef {[event: EventType, minutesAgo: number, place: string | null]} Moment
 */

/** A trip that is written down, and not driven by the fleet. @typedef {{ box: string, type: OperationType, moments: Moment[] }} ToldTrip */

/** @typedef {{ username: string, displayName: string }} Person */

const MINUTE = 60_000

/**
 * Registers a supervisor.
 * @param {string} origin @param {Person & { password: string, email: string, phone?: string }} person
 */
export async function registered(origin, person) {
  const client = createClient(origin)
  await expectMade(person.username, () =>
    client.post('/api/register', { ...person, role: 'supervisor', acceptedTerms: true }),
  )
  return client
}

/**
 * Makes a driver with an own password, who is signed in.
 * @param {{ origin: string, supervisor: Client, driver: Person & { phone?: string }, password: string }} options
 * @returns {Promise<{ client: Client, id: number }>}
 */
export async function hire({ origin, supervisor, driver, password }) {
  const { username, displayName, phone } = driver
  const { body } = await expectMade(username, () =>
    supervisor.post('/api/users/operators', { username, displayName, phone, password: GIVEN_PASSWORD }),
  )
  const client = createClient(origin)
  const welcome = await firstLogin(client, { username, password })
  if (welcome.status !== 200) throw new ScriptFailure(`${username}: ${JSON.stringify(welcome.body)}`)
  return { client, id: Number(body.id) }
}

/**
 * Lets the trip happen, its last moment being the last event.
 * @param {{ client: Client, trip: ToldTrip, now?: number }} options `now`: what the product's clock shows, epoch ms
 * @returns {Promise<string>} the operation's key
 */
export async function drive({ client, trip: { box, type, moments }, now = Date.now() }) {
  const road = demoRoad()
  let containerId = ''
  for (const [eventType, minutesAgo, place] of moments) {
    const report = {
      operationType: type,
      // Nobody stands exactly on a point of the map.
      ...(place !== null && {
        coordinates: shifted(road.at(road.kmOf(place)), 100 + minutesAgo, minutesAgo),
        accuracy: 12,
      }),
      occurredAt: new Date(now - minutesAgo * MINUTE).toISOString(),
    }
    const { body } = await expectMade(`${box}, ${eventType}`, () =>
      eventType === 'start_trip'
        ? client.post('/api/containers', { ...report, containerId: box })
        : client.post('/api/events', { ...report, containerId, eventType }),
    )
    if (body.warnings?.length > 0) throw new ScriptFailure(`${box}: ${body.warnings}`)
    containerId = body.containerId
  }
  return containerId
}

/** @param {string} what @param {() => ReturnType<Client['post']>} ask @throws {ScriptFailure} unless the answer is 201 */
export async function expectMade(what, ask) {
  const answer = await ask()
  if (answer.status !== 201)
    throw new ScriptFailure(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}
