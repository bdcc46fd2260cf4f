import { firstLogin, GIVEN_PASSWORD } from '../demo/first-login.mjs'
import { createClient } from '../demo/phone.mjs'
import { demoRoad } from '../demo/road.mjs'
import { ScriptFailure } from '../lib/run.mjs'

/** @typedef {import('#domain/operation/steps').EventType} EventType */
/** @typedef {import('../demo/phone.mjs').Client} Client */

const PASSWORD = 'una clave para revisar'
const MINUTE = 60_000

/** Names that a spreadsheet could take for something else, or lose letters of. @type {[string, string, string][]} */
const DRIVERS = [
  ['@ñandú', '=SUMA(1;2) Núñez', 'TCNU7200794'],
  ['-José', '=HYPERLINK("http://example.com","Muñoz")', 'HLXU2008419'],
  ['Ümit.Ångström', '+52 Ángela, la de "Tecomán"', 'GYOU4047990'],
  ['-1-2', '@SUM(A1:A9) Íñiguez', 'MSKU1234565'],
  ['--Zoë', "'Zoë; y,Çelik", 'TOLU4734787'],
  ['@SUM', '-2+3 Peñaloza', 'CSQU3054383'],
  ['李小龍_7', '林 老師', 'APZU3789870'],
]

/** Event, minutes before now, and the place: on the road or unknown. @type {[EventType, number, string | null][]} */
const TRIP = [
  ['start_trip', 190, 'Puerto de Manzanillo'],
  ['en_route', 175, 'Armería'],
  ['stop_rest', 130, 'Ciudad Guzmán'],
  // Before the stop: it gets the stop's time, and a cell with what the phone said.
  ['resume_route', 131, null],
  ['arrived_at_park', 60, 'El Salto'],
  ['access_granted', 41, 'El Salto'],
  ['vehicle_parked', 30, null],
  ['load_complete', 12, 'El Salto'],
  ['exit_park', 5, 'El Salto'],
  ['end_trip', 1, 'El Salto'],
]

/**
 * A supervisor whose drivers have the names above, and their trips: each got a step less far than the one before.
 * @param {string} origin
 * @returns {Promise<{ supervisor: Client, operators: { id: number, displayName: string }[] }>}
 * @throws {ScriptFailure} when the product refuses a part of it
 */
export async function makeRecord(origin) {
  const supervisor = createClient(origin)
  await expectMade('supervisor', () =>
    supervisor.post('/api/register', {
      username: '@Señora.Müller-Ibáñez',
      displayName: 'Señora Müller Ibáñez',
      password: PASSWORD,
      role: 'supervisor',
      email: 'senora@example.com',
      acceptedTerms: true,
    }),
  )
  const operators = []
  for (const [index, [username, displayName, box]] of DRIVERS.entries()) {
    const { body } = await expectMade(username, () =>
      supervisor.post('/api/users/operators', { username, displayName, password: GIVEN_PASSWORD }),
    )
    operators.push({ id: Number(body.id), displayName })
    const driver = createClient(origin)
    const welcome = await firstLogin(driver, { username, password: PASSWORD })
    if (welcome.status !== 200) throw new ScriptFailure(`${username}: ${JSON.stringify(welcome.body)}`)
    await drive(driver, box, TRIP.slice(0, TRIP.length - index))
  }
  return { supervisor, operators }
}

/** @param {Client} driver @param {string} box @param {typeof TRIP} moments */
async function drive(driver, box, moments) {
  const road = demoRoad()
  const now = Date.now()
  let containerId = ''
  for (const [eventType, minutesAgo, place] of moments) {
    const report = {
      operationType: 'load',
      ...(place === null ? {} : { coordinates: road.at(road.kmOf(place)), accuracy: 12 }),
      occurredAt: new Date(now - minutesAgo * MINUTE).toISOString(),
    }
    const { body } = await expectMade(`${box}, ${eventType}`, () =>
      eventType === 'start_trip'
        ? driver.post('/api/containers', { ...report, containerId: box })
        : driver.post('/api/events', { ...report, containerId, eventType }),
    )
    containerId = body.containerId
  }
}

/** @param {string} what @param {() => ReturnType<Client['post']>} ask */
async function expectMade(what, ask) {
  const answer = await ask()
  if (answer.status !== 201)
    throw new ScriptFailure(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}
