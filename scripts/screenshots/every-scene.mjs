import { createClient } from '../demo/phone.mjs'
import { demoPlaces } from '../demo/places.mjs'
import { drive, expectMade, hire, registered } from '../demo/told-trip.mjs'
import { ScriptFailure } from '../lib/run.mjs'
import { tellInTime } from './past.mjs'
import { PASSWORD, playScene, playTrip } from './scene.mjs'

/** Finished trips, so that figures and lists have something to count. @type {import('./scene.mjs').Trip[]} */
const FINISHED = [
  finished('tomas.arce', 'Tomás Arce Mora', 'TEXU3070079', 'load', 26 * 60),
  finished('ines.robles', 'Inés Robles Tapia', 'MSKU7001004', 'unload', 9 * 60),
  finished('pedro.luna', 'Pedro Luna Sáenz', 'TCNU3002002', 'load', 5 * 60 + 10),
]

/**
 * @param {string} username @param {string} displayName @param {string} box
 * @param {import('./scene.mjs').OperationType} type @param {number} began minutes ago
 * @returns {import('./scene.mjs').Trip}
 */
function finished(username, displayName, box, type, began) {
  const port = 'Puerto de Manzanillo'
  const park = 'El Salto'
  return {
    username,
    displayName,
    box,
    type,
    moments: [
      ['start_trip', began, port],
      ['en_route', began - 8, port],
      ['arrived_at_park', began - 200, park],
      ['access_granted', began - 214, park],
      ['vehicle_parked', began - 221, park],
      [`${type}_complete`, began - 258, park],
      ['exit_park', began - 271, park],
      ['end_trip', began - 280, park],
    ],
  }
}

/** Enough trips for usual times, one each eleven hours: of each type by a driver of its own. */
const EARLIER = /** @type {const} */ ([
  ['noe.campos', 'Noé Campos Rivera', 'load'],
  ['rita.solis', 'Rita Solís Medina', 'unload'],
])
const EARLIER_TRIPS = 21

/**
 * Everybody whose screens are taken: cookie headers by name, the ids whose premium welcome counts as seen, and the key
 * of the tracked operation.
 * @typedef {{ cookies: Record<string, string>, ids: number[], tracked: string }} Company
 */

/**
 * The scene of the README's pictures, with more: finished trips, a report, a supervisor without operators and one
 * without premium, and the administrator.
 * @param {{ origin: string, dataDir: string, adminKey: string, now: number }} options
 * @returns {Promise<Company>}
 */
export async function playEverything({ origin, dataDir, adminKey, now }) {
  const { supervisor, tracked, played } = await playScene(origin, now)
  for (const trip of FINISHED) played.set(trip.username, await playTrip({ origin, supervisor, trip, now }))
  for (const [username, displayName, type] of EARLIER) {
    const driver = { username, displayName }
    const { client } = await hire({ origin, supervisor, driver, password: PASSWORD })
    for (let back = EARLIER_TRIPS; back > 0; back--)
      await drive({
        client,
        trip: finished(username, displayName, 'TEXU3070079', type, (27 + 11 * back) * 60 + (back % 5)),
        now,
      })
  }
  await keepPlaces(supervisor)
  await correctOne(supervisor, played.get('pedro.luna')?.containerId ?? '', now)
  await tellInTime({ origin, dataDir, adminKey })
  const month = new Date(now).toISOString().slice(0, 7)
  await expectMade('report', () =>
    supervisor.post('/api/reports', { month, timestamp: new Date(now).toISOString() }),
  )
  const admin = createClient(origin)
  const welcome = await admin.post('/api/admin/login', { adminKey })
  if (welcome.status !== 200) throw new ScriptFailure(`console: ${welcome.status}`)
  const person = (/** @type {string} */ username, /** @type {string} */ displayName) =>
    registered(origin, { username, displayName, password: PASSWORD, email: `${username}@example.com` })
  const alone = await person('sofia.rangel', 'Sofía Rangel Pérez')
  const locked = await person('raul.ibarra', 'Raúl Ibarra Gómez')
  const { id } = (await locked.get('/api/user')).body
  await turnOffPremium({ origin, adminKey, id })
  /** @type {Record<string, string>} */
  const cookies = {
    desk: supervisor.cookie(),
    alone: alone.cookie(),
    locked: locked.cookie(),
    admin: admin.cookie(),
  }
  for (const [username, { client }] of played) cookies[username] = client.cookie()
  const ids = []
  for (const each of [supervisor, locked]) ids.push((await each.get('/api/user')).body.id)
  return { cookies, ids, tracked }
}

/** Those of the demonstration, the yard as a polygon. @param {import('../demo/phone.mjs').Client} supervisor */
async function keepPlaces(supervisor) {
  for (const place of demoPlaces()) {
    const { center } = place.shape
    const corners = [
      [0.004, -0.005],
      [0.005, 0.002],
      [0.001, 0.006],
      [-0.004, 0.001],
    ]
    const points = corners.map(([lat = 0, lng = 0]) => ({ lat: center.lat + lat, lng: center.lng + lng }))
    const shape = place.kind === 'yard' ? { type: 'polygon', points } : place.shape
    await expectMade(place.name, () => supervisor.post('/api/supervisor/places', { ...place, shape }))
  }
}

/** @param {import('../demo/phone.mjs').Client} supervisor @param {string} operationKey @param {number} now */
const correctOne = (supervisor, operationKey, now) =>
  expectMade('correction', () =>
    supervisor.post(`/api/containers/${operationKey}/corrections`, {
      kind: 'time',
      position: 3,
      timestamp: new Date(now - (310 - 205) * 60_000).toISOString(),
      reason: 'El operador reportó la llegada desde la caseta, antes de entrar a la fila.',
    }),
  )

/** @param {{ origin: string, adminKey: string, id: number }} whose */
async function turnOffPremium({ origin, adminKey, id }) {
  const answer = await fetch(`${origin}/api/admin/users/${id}/features`, {
    method: 'POST',
    headers: { 'X-Admin-Key': adminKey, 'content-type': 'application/json' },
    body: JSON.stringify({ features: { premiumActivated: false } }),
  })
  if (!answer.ok) throw new ScriptFailure(`features: ${answer.status} ${await answer.text()}`)
}
