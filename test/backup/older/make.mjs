// Drives a running product, of any version, through a small day and lets it write a backup (README.md beside this).
import { randomUUID } from 'node:crypto'

const [base = 'http://127.0.0.1:3000'] = process.argv.slice(2)
const adminKey = process.env.ADMIN_KEY ?? ''

/** The demo's: only these accounts are in the files. */
const PASSWORD = 'una buena clave'
const GIVEN = 'la clave que le dieron'
const MINUTE_MS = 60_000
const START = Date.now() - 6 * 60 * MINUTE_MS
const TRIP = ['en_route', 'arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete', 'exit_park']

/** Somebody with a browser. Answers of routes that this version lacks are null. */
function person() {
  /** @type {Map<string, string>} */
  const cookies = new Map()
  /** @param {string} method @param {string} path @param {object} [body] @param {Record<string, string>} [headers] */
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(base + path, {
      method,
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    if (answer.status === 404) return null
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text.startsWith('{') ? JSON.parse(text) : text
  }
}

/** @param {string} username */
async function supervisor(username) {
  const call = person()
  const account = { username, password: PASSWORD, displayName: `Supervisora ${username}` }
  await call('POST', '/api/register', {
    ...{ ...account, role: 'supervisor', email: `${username}@example.com`, acceptedTerms: true },
  })
  await call('POST', '/api/login', account)
  return call
}

/** @param {ReturnType<typeof person>} boss @param {string} username */
async function driver(boss, username) {
  await boss('POST', '/api/users/operators', { username, displayName: `Chofer ${username}`, password: GIVEN })
  const call = person()
  await call('POST', '/api/login', { username, password: GIVEN })
  await call('PUT', '/api/account/password', { newPassword: PASSWORD, currentPassword: GIVEN })
  return call
}

/** Starts a trip and presses these; each interval has another length. Returns the operation key. */
async function trip(call, containerNumber, operationType, steps, begin) {
  let at = begin
  const press = () => ({
    ...{ eventId: randomUUID(), occurredAt: new Date(at).toISOString(), accuracy: 12.5 },
    coordinates: { lat: 19.05 + (at % 1000) / 1e4, lng: -104.31 },
  })
  const { containerId } = await call('POST', '/api/containers', {
    ...{ containerId: containerNumber, operationType, ...press() },
  })
  for (const [i, eventType] of steps.entries()) {
    at += (3 + i) * MINUTE_MS + (i + 1) * 7_000
    await call('POST', '/api/events', { containerId, eventType, ...press() })
  }
  return containerId
}

const unloading = TRIP.map((step) => (step === 'load_complete' ? 'unload_complete' : step))
const boss = await supervisor('jefa')
const [ana, beto, caro] = [await driver(boss, 'ana'), await driver(boss, 'beto'), await driver(boss, 'caro')]
const ended = await trip(ana, 'CSQU3054383', 'load', [...TRIP, 'end_trip'], START)
const stopped = await trip(ana, 'TOLU4734787', 'load', ['en_route', 'stop_fuel'], START + 90 * MINUTE_MS)
const late = await trip(beto, 'TCNU7200794', 'unload', unloading, START + 10 * MINUTE_MS)
const resumed = ['en_route', 'stop_rest', 'resume_route', 'arrived_at_park', 'access_granted']
const working = await trip(caro, 'HLXU2008419', 'load', resumed, START + 20 * MINUTE_MS)
const other = await supervisor('otra')
await trip(await driver(other, 'dora'), 'MSKU6011672', 'load', TRIP, START + 30 * MINUTE_MS)

for (const key of [late, late, late, stopped, ended]) await boss('POST', `/api/containers/${key}/share`)
await boss('POST', `/api/containers/${late}/links`, { name: 'Cliente', level: 'times', days: 30 })
await boss('POST', `/api/containers/${ended}/corrections`, {
  ...{
    kind: 'time',
    position: 3,
    timestamp: new Date(START + 9 * MINUTE_MS).toISOString(),
    reason: 'sin señal',
  },
})
// The newest event that counts is then not the newest record.
await boss('POST', `/api/containers/${working}/corrections`, {
  ...{ kind: 'retraction', position: 6, reason: 'se equivocó' },
})
const place = await boss('POST', '/api/supervisor/places', {
  ...{ name: 'Parque', kind: 'park', client: 'Cliente', freeMinutes: 30 },
  shape: { type: 'circle', center: { lat: 19.08, lng: -104.31 }, radiusMetres: 300 },
})
const month = new Date(START).toISOString().slice(0, 7)
if (place) await boss('POST', '/api/evidence', { clientId: place.clientId, month })
await boss('POST', '/api/reports', { month, operatorId: null })
await boss('POST', '/api/users/invitations')

// Accounts that are gone: a driver by themselves, and a supervisor with a driver.
const gone = await supervisor('quien-se-fue')
await driver(gone, 'su-chofer')
await driver(other, 'elsa')
const admin = { 'x-admin-key': adminKey }
const { supervisors, operators } = await person()('GET', '/api/admin/users', undefined, admin)
const idOf = (accounts, name) => accounts.find(({ username }) => username === name).id
await other('DELETE', `/api/users/operators/${idOf(operators, 'elsa')}`)
await person()('DELETE', `/api/admin/supervisors/${idOf(supervisors, 'quien-se-fue')}`, undefined, admin)

console.log(await person()('POST', '/api/admin/force-backup', undefined, admin))
