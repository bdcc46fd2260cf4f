import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FEATURES, type Feature } from '#domain/account/entitlements'
import { readConfig } from '#server/config'
import type { featureFlags } from '#server/db/schema/accounts'
import { lockSetting, updateSetting } from '#server/features/base/settings/queries'
import { type Actor, type Answer, GIVEN_PASSWORD, login, operatorOf, register } from '../../support/actors.ts'
import { administrator } from '../../support/administrator.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'
import { setFlags } from '../../support/flags.ts'
import { type DeclaredRoute, declaredRoutes, routesOf } from '../../support/routes.ts'

const MONTH = '2026-03'
const REPORT = { body: { month: MONTH, operatorId: null } }
const CONTRACT = {
  name: 'Acuerdo',
  clientId: null,
  placeId: null,
  operationType: null,
  basis: 'visit',
  freeMinutes: 120,
  blockMinutes: 15,
  rates: [{ uptoMinutes: null, centavosPerHour: 84_000 }],
  pauses: [],
  validFrom: '2026-01-01',
  validUntil: null,
}
const HASH = 'a'.repeat(64)
/** Routes that are asked for what there is not. */
const NOBODYS = /\{(?!containerId)\w+\}|^POST \/api\/(evidence|detention\/settlements)$/
const NUMBER = { containerId: 'CSQU3054383', operationType: 'load' }

const PLACE = {
  name: 'Parque',
  kind: 'park',
  shape: { type: 'circle', center: { lat: 20.5, lng: -103.2 }, radiusMetres: 300 },
}

const ID = 'AAAA'
const CREDENTIAL = { id: ID, rawId: ID, type: 'public-key' }
const ASSERTION = {
  ...CREDENTIAL,
  response: { clientDataJSON: ID, authenticatorData: ID, signature: ID },
}

const RULE = { kind: 'silent', parameters: {}, enabled: false, push: false, mail: false }

/** What a request needs to pass validation, which comes after the guard. */
const SAMPLES: Record<string, { query?: string; body?: object }> = {
  'GET /api/events': { query: '?after=0' },
  'GET /api/supervisor/kpis': { query: `?month=${MONTH}` },
  'GET /api/supervisor/kpis/visits': { query: `?month=${MONTH}&timing=totalTime` },
  'POST /api/containers': { body: NUMBER },
  'POST /api/containers/{containerId}/links': { body: { name: 'Cliente', level: 'times', days: 1 } },
  'POST /api/supervisor/places': { body: PLACE },
  'PUT /api/supervisor/places/{placeId}': { body: PLACE },
  'POST /api/supervisor/places/geojson': { body: { type: 'FeatureCollection', features: [] } },
  'PUT /api/containers/{containerId}/destination': { body: { placeId: null } },
  'POST /api/events': { body: { ...NUMBER, eventType: 'en_route' } },
  'POST /api/containers/{containerId}/corrections': {
    body: { kind: 'retraction', position: 99, reason: 'de prueba' },
  },
  'POST /api/reports': REPORT,
  'GET /api/supervisor/places/tracks': { query: '?south=19&west=-104&north=20&east=-103' },
  'GET /api/detention': { query: `?month=${MONTH}` },
  'POST /api/detention/contracts': { body: CONTRACT },
  'PUT /api/detention/contracts/{id}': { body: CONTRACT },
  'POST /api/detention/settlements': { body: { clientId: 1, month: MONTH, state: 'paid' } },
  'GET /api/detention/settlements': { query: `?clientId=1&month=${MONTH}` },
  'POST /api/evidence': { body: { clientId: 1, month: MONTH } },
  'GET /api/evidence/{hash}/file': { query: '?format=csv' },
  'GET /api/evidence/links': { query: `?clientId=1&month=${MONTH}` },
  'POST /api/evidence/{hash}/send': { body: { email: null } },
  'POST /api/evidence/{hash}/links': { body: { name: 'Cliente', days: 1 } },
  'POST /api/reports/export': REPORT,
  'POST /api/users/operators': { body: { username: 'nuevo', displayName: 'Nuevo', password: 'un secreto' } },
  'POST /api/account/proof': { body: { currentPassword: 'x' } },
  'POST /api/account/second-factor/confirm': { body: { code: 'ABCD' } },
  'POST /api/account/second-factor/off': { body: { code: 'ABCD' } },
  'POST /api/account/second-factor/recovery-codes': { body: { code: 'ABCD' } },
  'POST /api/admin/mail-test': { body: { email: 'a@example.com' } },
  'PUT /api/account/email': { body: { currentPassword: 'x', email: 'a@example.com' } },
  'PUT /api/account/password': { body: { currentPassword: 'x', newPassword: 'otra clave' } },
  'POST /api/login/passkey': { body: ASSERTION },
  'POST /api/account/proof/passkey': { body: ASSERTION },
  'POST /api/account/passkeys': {
    body: { ...CREDENTIAL, response: { clientDataJSON: ID, attestationObject: ID } },
  },
  'PUT /api/account/passkeys/{id}': { body: { name: 'Otra' } },
  'PUT /api/alerts/{id}': { body: { acknowledged: true } },
  'POST /api/alerts/handle': { body: { ids: [1], acknowledged: true } },
  'POST /api/alerts/seen': { body: { ids: [1] } },
  'POST /api/alert-rules': { body: RULE },
  'POST /api/alert-rules/try': { body: RULE },
  'PUT /api/alert-rules/{id}': { body: RULE },
  'PUT /api/quiet-hours': { body: { on: true, from: '22:00', until: '06:00', urgentToo: true } },
  'POST /api/push-subscriptions': {
    body: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/one',
      keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
    },
  },
  'POST /api/push-subscriptions/end': { body: { endpoint: 'https://fcm.googleapis.com/fcm/send/one' } },
  'PUT /api/users/operators/{id}': { body: { displayName: 'Otro' } },
}

/** Outside the API document: the pages, the live channel, what watches the process, the document itself. */
const HIDDEN =
  /^(\/?\*|\/|\/rastreo\/?|\/container(\/|\/:reference\/?)?|\/verificar\/:hash\/?|\/expediente\/:token(\/|(\/:version)?\/archivo|\/:version)?|\/ws|\/healthz|\/readyz|\/metrics|\/api\/openapi\.json|\/api\/docs(\/.*)?)$/

let t: TestApp
let dataDir: string
let routes: DeclaredRoute[]
let boss: Actor
let operator: Actor
let newOperator: Actor
let newBoss: Actor
let containerId: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acarreo-audiences-'))
  t = await createTestApp({ config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }) })
  routes = await declaredRoutes(t.app)
  boss = await register(t.app, 'supervisor')
  operator = await operatorOf(t.app, boss)
  const given = { password: GIVEN_PASSWORD, mustChangePassword: true }
  const driver = { username: 'recién.llegado', displayName: 'Recién Llegado', ...given }
  await boss.post('/api/users/operators', driver)
  newOperator = await login(t.app, driver.username, GIVEN_PASSWORD)
  const patio = { username: 'recién.nombrada', displayName: 'Recién Nombrada', ...given }
  await (await administrator(t.app)).post('/api/admin/create-supervisor', patio)
  newBoss = await login(t.app, patio.username, GIVEN_PASSWORD)
  containerId = (await operator.post('/api/containers', NUMBER)).body.containerId
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

const ALL_ON = Object.fromEntries(FEATURES.map((f) => [f, true]))
const set = (values: Partial<typeof featureFlags.$inferInsert>) =>
  setFlags(t.deps, boss, { ...ALL_ON, premiumActivated: true, premiumExpirationDate: null, ...values })
const setOnly = (...on: Feature[]) => set(Object.fromEntries(FEATURES.map((f) => [f, on.includes(f)])))

type Who =
  | 'nobody'
  | 'operator'
  | 'supervisor'
  | 'administrator'
  /** Who has to replace the password that somebody else gave them. */
  | 'new operator'
  | 'new supervisor'

async function ask(who: Who, { route, method, path }: DeclaredRoute): Promise<Answer> {
  const { query = '', body } = SAMPLES[route] ?? {}
  const key = path.replace('{containerId}', containerId)
  const url =
    key
      .replace('{id}', '2000000000')
      .replace('{token}', 'unknown')
      .replace('{linkId}', '2000000000')
      .replace('{hash}', HASH) + query
  const cookie = {
    operator: operator.cookie,
    supervisor: boss.cookie,
    'new operator': newOperator.cookie,
    'new supervisor': newBoss.cookie,
    nobody: null,
    administrator: null,
  }[who]
  const answer = await t.app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(cookie === null ? {} : { cookie: `acarreo.sid=${cookie}` }),
      ...(who === 'administrator' ? { 'x-admin-key': ADMIN_KEY } : {}),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : answer.body }
}

const REFUSALS = ['unauthorized', 'own_password_required', 'second_factor_missing', 'forbidden', 'premium']

/** 'open', or the code with which the guard refuses. */
function outcome({ status, body }: Answer): string {
  if (REFUSALS.includes(body?.code)) return body.code
  return status >= 500 ? `${status}` : 'open'
}

function expected({ audience, features }: DeclaredRoute, who: Who, on: readonly Feature[]): string {
  if (audience === 'anyone') return 'open'
  if (audience === 'administrator') return who === 'administrator' ? 'open' : 'unauthorized'
  if (who === 'nobody' || who === 'administrator') return 'unauthorized'
  if (audience !== 'signed-in' && audience !== who) return 'forbidden'
  const isClosed = who === 'supervisor' && features.length > 0 && !features.some((f) => on.includes(f))
  return isClosed ? 'premium' : 'open'
}

describe('every route', () => {
  it('stands in the API document, or is known to be hidden', () => {
    const documented = new Set(routes.map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')))
    const paths = routesOf(t.app).map((route) => route.split(' ')[1] ?? '')
    expect(paths.filter((path) => !documented.has(path) && !HIDDEN.test(path))).toEqual([])
    expect(routes.length).toBeGreaterThan(50)
  })

  it('is open to anyone only where it has to be', () => {
    const open = routes.filter(({ audience }) => audience === 'anyone').map(({ route }) => route)
    expect(open.sort()).toEqual([
      'GET /api/admin/session',
      'GET /api/config',
      'GET /api/password/validate-token',
      'GET /api/public/containers/{containerId}',
      'GET /api/public/events/{containerId}',
      'GET /api/public/invitations/{token}',
      'POST /api/admin/login',
      'POST /api/email/confirm',
      'POST /api/login',
      'POST /api/login/passkey',
      'POST /api/login/passkey/options',
      'POST /api/logout',
      'POST /api/password/reset',
      'POST /api/password/reset-request',
      'POST /api/register',
    ])
  })

  it('answers each caller as it declares', async () => {
    await set({})
    for (const route of routes) {
      // Signed in or not makes no difference there, and a logout would end the session.
      const callers: Who[] =
        route.audience === 'anyone' ? ['nobody'] : ['nobody', 'operator', 'supervisor', 'administrator']
      for (const who of callers) {
        const answer = await ask(who, route)
        expect([route.route, who, outcome(answer)]).toEqual([
          route.route,
          who,
          expected(route, who, FEATURES),
        ])
      }
    }
  })

  it('is closed to who has not chosen an own password, but for what they choose it with', async () => {
    const open = new Set<string>()
    for (const route of routes.filter(({ audience }) => !['anyone', 'administrator'].includes(audience))) {
      for (const who of ['new operator', 'new supervisor'] as const) {
        const result = outcome(await ask(who, route))
        if (result === 'open') open.add(route.route)
        else expect([route.route, who, result]).toEqual([route.route, who, 'own_password_required'])
      }
    }
    expect([...open].sort()).toEqual(['GET /api/user', 'PUT /api/account/password'])
  })

  it('is closed to a supervisor without the second factor that is asked for, but for what sets it up', async () => {
    const { orm } = t.deps.database
    const now = new Date(t.clock.now())
    await lockSetting(orm, 'supervisor_second_factor', 'optional', now)
    const choose = async (mode: string) => {
      await updateSetting(orm, 'supervisor_second_factor', mode, { now, by: 'test' })
      const wanted = mode === 'required' ? 403 : 200
      const board = routes.find(({ route }) => route === 'GET /api/supervisor/operations')
      await expect.poll(async () => board && (await ask('supervisor', board)).status).toBe(wanted)
    }
    await set({})
    await choose('required')
    const open: string[] = []
    for (const route of routes.filter(({ audience }) => !['anyone', 'administrator'].includes(audience))) {
      const result = outcome(await ask('supervisor', route))
      if (result === 'open') open.push(route.route)
      else expect([route.route, result]).toEqual([route.route, 'second_factor_missing'])
    }
    await choose('optional')
    expect(open.sort()).toEqual([
      'GET /api/account/second-factor',
      'GET /api/user',
      'POST /api/account/proof',
      'POST /api/account/proof/passkey',
      'POST /api/account/proof/passkey/options',
      'POST /api/account/second-factor',
      'POST /api/account/second-factor/confirm',
    ])
  })

  it('is opened to a supervisor by each feature that it declares, and by no other', async () => {
    const premium = routes.filter(({ features }) => features.length > 0)
    expect(premium.length).toBeGreaterThan(12)
    for (const on of [[], ...FEATURES.map((feature) => [feature])]) {
      await setOnly(...on)
      for (const route of premium) {
        const answer = await ask('supervisor', route)
        const wanted = expected(route, 'supervisor', on)
        expect([route.route, on, outcome(answer)]).toEqual([route.route, on, wanted])
        // Nothing but the operation and no client has that number, and from the second time on the name of the place is taken.
        if (wanted === 'open')
          expect(NOBODYS.test(route.route) ? [404] : [200, 201, 204, 409], route.route).toContain(
            answer.status,
          )
        else
          expect(answer.body).toEqual({
            error: 'Función premium no disponible',
            code: 'premium',
            messageCode: 'premium_required',
          })
      }
    }
  })

  it('is closed from the instant premium ends, and open again when premium returns', async () => {
    for (const route of routes.filter(({ features }) => features.length > 0)) {
      const end = t.clock.now() + 60_000
      const status = async () => (await ask('supervisor', route)).status
      await set({ premiumExpirationDate: new Date(end) })
      t.clock.advance(59_999)
      expect([route.route, await status()]).not.toEqual([route.route, 403])
      t.clock.advance(1)
      expect([route.route, await status()]).toEqual([route.route, 403])
      await set({ premiumExpirationDate: new Date(end + 60_000) })
      expect([route.route, await status()]).not.toEqual([route.route, 403])
    }
  })
})

describe('the history', () => {
  it.each(['', '?limit=1', '?q=a', '?operatorId=1'])(
    '%s needs the log, not the live feature',
    async (query) => {
      for (const feature of FEATURES) {
        await setOnly(feature)
        const { status } = await boss.get(`/api/events${query}`)
        expect([feature, status]).toEqual([feature, feature === 'operationLogs' ? 200 : 403])
      }
    },
  )
})

it('a driver has no features', async () => {
  expect((await operator.get('/api/user/features')).body.features).toMatchObject({
    userId: operator.id,
    ...Object.fromEntries(FEATURES.map((f) => [f, false])),
    premiumActivated: false,
    premiumExpirationDate: null,
  })
})

describe('a new supervisor', () => {
  it('has everything for thirty days, and reads when that ends', async () => {
    let fresh = await register(t.app, 'supervisor')
    const end = t.clock.now() + 30 * 86_400_000
    const features = async () => (await fresh.get('/api/user/features')).body.features
    expect(await features()).toEqual({
      id: expect.any(Number),
      userId: fresh.id,
      ...ALL_ON,
      premiumActivated: true,
      premiumExpirationDate: new Date(end).toISOString(),
      operatorLimit: '20',
    })
    t.clock.advance(30 * 86_400_000)
    // A session ends after thirty days too.
    fresh = await login(t.app, fresh.username)
    expect(await features()).toEqual({
      id: expect.any(Number),
      userId: fresh.id,
      ...Object.fromEntries(FEATURES.map((f) => [f, false])),
      premiumActivated: false,
      // Still present, so that the page can show since when.
      premiumExpirationDate: new Date(end).toISOString(),
      operatorLimit: '20',
    })
  })
})
