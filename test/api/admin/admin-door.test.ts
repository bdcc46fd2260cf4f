import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { ADMIN_DEVICE_COOKIE } from '#server/http/caller/admin-device'
import { ADMIN_COOKIE } from '#server/http/caller/admin-session'
import { SESSION_COOKIE } from '#server/http/caller/session'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { say } from '#server/text/messages'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { type Administrator, administrator, atTheConsole } from '../../support/administrator.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'
import { lines } from '../../support/audit.ts'
import { routesOf } from '../../support/routes.ts'

let t: TestApp
let boss: Actor
let driver: Actor
let admin: Administrator

beforeAll(async () => {
  t = await createTestApp({
    rateLimits: createRateLimits({ registrationOfAddress: 10_000, failedAdminLoginOfAddress: 10_000 }),
  })
  // Not account 1, which cannot be deleted.
  await register(t.app, 'supervisor')
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
  admin = await administrator(t.app)
})
afterAll(() => t.close())

/** Open without a session. */
const DOOR = ['POST /api/admin/login', 'GET /api/admin/session', 'HEAD /api/admin/session']

/** Bodies with which an unguarded route would change something. */
const BODIES: Record<string, object> = {
  'POST /api/admin/settings': { key: 'maintenance_mode', value: 'true' },
  'POST /api/admin/users/:id/status': { active: false },
  'POST /api/admin/users/:id/features': { features: { premiumActivated: false } },
  'POST /api/admin/create-supervisor': {
    username: 'intruso',
    password: 'un intruso',
    displayName: 'Intruso',
  },
}

const guarded = () =>
  routesOf(t.app).filter((route) => / \/api\/admin(\/|$)/.test(route) && !DOOR.includes(route))

async function everything(): Promise<string> {
  const { rows } = await t.deps.database.pool.query(`
    select (select md5(coalesce(string_agg(u::text, ',' order by id), '')) from users u)
      || (select md5(coalesce(string_agg(f::text, ',' order by id), '')) from feature_flags f)
      || (select md5(coalesce(string_agg(s::text, ',' order by id), '')) from system_settings s)
      || (select md5(coalesce(string_agg(a::text, ',' order by id), '')) from audit_log a
          where action not like 'admin_%') as state`)
  return rows[0].state
}

it('knows the console’s routes from the router', () => {
  expect(guarded().length).toBeGreaterThan(12)
  expect(guarded()).toContain('DELETE /api/admin/supervisors/:id')
  expect(guarded()).toContain('POST /api/admin/users/:id/features')
  expect(routesOf(t.app)).toEqual(expect.arrayContaining(DOOR))
  for (const route of routesOf(t.app)) {
    const [method, url] = route.split(' ')
    if (!url?.includes('*'))
      expect([route, t.app.hasRoute({ method: method as 'GET', url: url ?? '' })]).toEqual([route, true])
  }
})

describe.each([
  ['no session', async () => ({ headers: {} })],
  [
    'a supervisor’s session',
    async () => ({ headers: { cookie: `${SESSION_COOKIE}=${boss.cookie}; ${ADMIN_COOKIE}=${boss.cookie}` } }),
  ],
  [
    'a driver’s session',
    async () => ({
      headers: { cookie: `${SESSION_COOKIE}=${driver.cookie}; ${ADMIN_COOKIE}=${driver.cookie}` },
    }),
  ],
  ['a wrong key', async () => ({ headers: { 'x-admin-key': `${ADMIN_KEY} ` } })],
  ['an empty key', async () => ({ headers: { 'x-admin-key': '' } })],
  ['a cookie without a session', async () => ({ headers: { cookie: `${ADMIN_COOKIE}=abc.def` } })],
  [
    'the key in the query',
    async () => ({
      headers: {},
      query: `?adminKey=${encodeURIComponent(ADMIN_KEY)}&key=${encodeURIComponent(ADMIN_KEY)}&x-admin-key=${encodeURIComponent(ADMIN_KEY)}`,
    }),
  ],
] as [string, () => Promise<{ headers: Record<string, string>; query?: string }>][])(
  'with %s',
  (_name, how) => {
    it('every route of the console answers 401, and nothing changes', async () => {
      const before = await everything()
      for (const route of guarded()) {
        const { headers, query = '' } = await how()
        const [method, path = ''] = route.split(' ')
        const id = path.includes('operators') ? driver.id : boss.id
        const body = BODIES[route] ?? {}
        const answer = await t.app.inject({
          method: method as 'GET',
          url: path.replace(':id', String(id)) + query,
          headers,
          ...(method === 'GET' || method === 'HEAD' ? {} : { payload: body }),
        })
        expect([route, answer.statusCode]).toEqual([route, 401])
        if (method !== 'HEAD') {
          expect(answer.json()).toEqual({
            error: 'No autorizado',
            message: 'No autorizado',
            code: 'unauthorized',
            messageCode: 'unauthorized',
          })
        }
      }
      expect(await everything()).toBe(before)
    })
  },
)

it('a stranger gets 401 before validation', async () => {
  const broken = await t.app.inject({
    method: 'POST',
    url: '/api/admin/create-supervisor',
    headers: { 'content-type': 'application/json' },
    payload: '{"username":',
  })
  expect(broken.statusCode).toBe(401)
})

it('the key in a header opens every route to a script, without a session', async () => {
  const answer = await t.app.inject({ url: '/api/admin/users', headers: { 'x-admin-key': ADMIN_KEY } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['set-cookie']).toBeUndefined()
})

describe('the login', () => {
  it('accepts the key and sets a cookie that is HttpOnly and SameSite=Strict', async () => {
    const person = atTheConsole(t.app)
    expect((await person.get('/api/admin/session')).body).toEqual({ authenticated: false, sessionInfo: null })
    const answer = await person.login()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ success: true, sessionEstablished: true })
    expect(person.setCookie).toMatch(/^acarreo\.admin=/)
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(person.setCookie).toContain(part)
    expect(person.setCookie).not.toContain('Secure')
    const expires = Date.parse(/Expires=([^;]+)/.exec(person.setCookie ?? '')?.[1] ?? '')
    expect(Math.abs(expires - Date.now() - 12 * 3_600_000)).toBeLessThan(60_000)
    const now = t.clock.now()
    expect((await person.get('/api/admin/session')).body).toEqual({
      authenticated: true,
      sessionInfo: {
        startedAt: new Date(now).toISOString(),
        expiresAt: new Date(now + 12 * 3_600_000).toISOString(),
      },
    })
    expect((await person.get('/api/admin/users')).status).toBe(200)
  })

  it('marks the cookie Secure behind https, and keeps it Strict', async () => {
    const proxied = await createTestApp({
      config: readConfig({ LOG_LEVEL: 'silent', TRUST_PROXY: 'true' }),
      database: t.deps.database,
    })
    const person = atTheConsole(proxied.app)
    await person.post('/api/admin/login', { adminKey: ADMIN_KEY }, { 'x-forwarded-proto': 'https' })
    expect(person.setCookie).toContain('Secure')
    expect(person.setCookie).toContain('SameSite=Strict')
    expect((await person.get('/api/admin/users', { 'x-forwarded-proto': 'https' })).status).toBe(200)
    await proxied.close()
  })

  it.each(['', 'wrong', `${ADMIN_KEY}x`, ADMIN_KEY.slice(0, -1), ADMIN_KEY.toUpperCase()])(
    'refuses %j',
    async (key) => {
      const person = atTheConsole(t.app)
      const answer = await person.login(key)
      if (key === '') {
        expect(answer.status).toBe(400)
        expect(answer.body).toMatchObject({
          message: 'La clave de administrador es obligatoria',
          success: false,
          sessionEstablished: false,
        })
      } else {
        expect(answer.status).toBe(401)
        expect(answer.body).toEqual({
          success: false,
          sessionEstablished: false,
          error: 'Clave de administrador incorrecta',
          message: 'Clave de administrador incorrecta',
          code: 'invalid_admin_key',
          messageCode: 'invalid_admin_key',
        })
      }
      expect(person.cookie).toBeNull()
    },
  )

  it('gets a new session id each time, and the old one is invalid', async () => {
    const person = await administrator(t.app)
    const first = person.cookie
    await person.login()
    expect(person.cookie).not.toBe(first)
    const old = Object.assign(atTheConsole(t.app), { cookie: first })
    expect((await old.get('/api/admin/users')).status).toBe(401)
  })

  it('from another origin is refused, as every write of the console', async () => {
    const foreign = { origin: 'https://otro.example' }
    const person = atTheConsole(t.app)
    expect((await person.post('/api/admin/login', { adminKey: ADMIN_KEY }, foreign)).status).toBe(403)
    const status = await admin.post(`/api/admin/users/${boss.id}/status`, { active: false }, foreign)
    expect(status.body.code).toBe('foreign_origin')
    expect((await boss.get('/api/user')).status).toBe(200)
  })
})

describe('a session of the console', () => {
  it('does not work for accounts, and an account’s session does not work for the console', async () => {
    const asUser = await t.app.inject({
      url: '/api/user',
      headers: { cookie: `${SESSION_COOKIE}=${admin.cookie}` },
    })
    expect(asUser.statusCode).toBe(401)
    const asAdmin = await t.app.inject({
      url: '/api/admin/session',
      headers: { cookie: `${ADMIN_COOKIE}=${boss.cookie}` },
    })
    expect(asAdmin.json()).toEqual({ authenticated: false, sessionInfo: null })
    // Trying them has ended neither.
    expect((await boss.get('/api/user')).status).toBe(200)
    expect((await admin.get('/api/admin/users')).status).toBe(200)
  })

  it('ends twelve hours after the login, used or not', async () => {
    const person = await administrator(t.app)
    t.clock.advance(12 * 3_600_000 - 1)
    expect((await person.get('/api/admin/users')).status).toBe(200)
    t.clock.advance(1)
    expect((await person.get('/api/admin/users')).status).toBe(401)
    expect((await person.get('/api/admin/session')).body.authenticated).toBe(false)
    admin = await administrator(t.app)
  })

  it('ends with the logout, also for a copied cookie', async () => {
    const person = await administrator(t.app)
    const copy = Object.assign(atTheConsole(t.app), { cookie: person.cookie })
    expect((await person.post('/api/admin/logout')).body).toEqual(say('logged_out'))
    expect((await copy.get('/api/admin/users')).status).toBe(401)
    expect((await copy.get('/api/admin/session')).body).toEqual({ authenticated: false, sessionInfo: null })
  })

  it('ends with the key it was opened with', async () => {
    const rekeyed = await createTestApp({ database: t.deps.database, adminKey: 'another administrator key' })
    const before = Object.assign(atTheConsole(rekeyed.app), { cookie: admin.cookie })
    expect((await before.get('/api/admin/users')).status).toBe(401)
    expect((await before.login()).status).toBe(401)
    expect((await atTheConsole(rekeyed.app).login('another administrator key')).status).toBe(200)
    // The process with the old key still accepts its session.
    expect((await admin.get('/api/admin/users')).status).toBe(200)
    await rekeyed.close()
  })

  it('leaves audit lines for login and logout, without the key', async () => {
    const before = (await lines(t)).length
    const person = atTheConsole(t.app, '203.0.113.7')
    await person.login('wrong')
    await person.login()
    await person.post('/api/admin/logout')
    const trace = (await lines(t)).slice(before)
    expect(trace.map(({ action }) => action)).toEqual(['admin_login', 'admin_logout'])
    for (const line of trace) {
      expect(line).toMatchObject({
        actorKind: 'admin',
        actorId: null,
        actorName: 'Administrador',
        address: '203.0.113.7',
      })
    }
    expect(JSON.stringify(await lines(t))).not.toContain(ADMIN_KEY)
  })
})

describe('failed tries', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await createTestApp({ database: t.deps.database })
  })
  afterAll(() => strict.close())

  it('the sixth within a minute is 429, even with the right key, and only from that address', async () => {
    const person = atTheConsole(strict.app, '203.0.113.1')
    for (let i = 0; i < 5; i++) expect((await person.login(`wrong ${i}`)).status).toBe(401)
    const sixth = await person.login()
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
    expect(sixth.body.code).toBe('rate_limited')
    expect((await person.get('/api/admin/users', { 'x-admin-key': ADMIN_KEY })).status).toBe(429)
    expect((await atTheConsole(strict.app, '203.0.113.2').login()).status).toBe(200)
  })

  it('in the header count like those at the login', async () => {
    const person = atTheConsole(strict.app, '203.0.113.3')
    for (let i = 0; i < 3; i++) {
      expect((await person.get('/api/admin/users', { 'x-admin-key': `wrong ${i}` })).status).toBe(401)
    }
    for (let i = 0; i < 2; i++) expect((await person.login(`wrong ${i}`)).status).toBe(401)
    expect((await person.login()).status).toBe(429)
  })

  it('are limited to five also when they are concurrent', async () => {
    const person = atTheConsole(strict.app, '203.0.113.4')
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, i) => person.login(`wrong ${i}`)),
      person.login(),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(16)
  })

  describe('of a browser in which the console was opened before', () => {
    const enter = async (cookie: string | null, adminKey = ADMIN_KEY, address = '203.0.113.20') =>
      strict.app.inject({
        method: 'POST',
        url: '/api/admin/login',
        payload: { adminKey },
        remoteAddress: address,
        headers: cookie === null ? {} : { cookie: `${ADMIN_DEVICE_COOKIE}=${cookie}` },
      })
    const known = async (address: string) =>
      (await enter(null, ADMIN_KEY, address)).cookies.find(({ name }) => name === ADMIN_DEVICE_COOKIE)
        ?.value ?? ''

    it('a stranger at the same address locks nobody out', async () => {
      const device = await known('203.0.113.20')
      for (let i = 0; i < 6; i++) await enter(null, `wrong ${i}`)
      expect((await enter(null)).statusCode).toBe(429)
      expect((await enter(device)).statusCode).toBe(200)
    })

    it('count for it alone', async () => {
      const device = await known('203.0.113.21')
      for (let i = 0; i < 5; i++) {
        expect((await enter(device, `wrong ${i}`, '203.0.113.21')).statusCode).toBe(401)
      }
      expect((await enter(device, ADMIN_KEY, '203.0.113.22')).statusCode).toBe(429)
      expect((await enter(null, ADMIN_KEY, '203.0.113.21')).statusCode).toBe(200)
    })

    it('a forged cookie, and one of another key, buy no tries', async () => {
      const device = await known('203.0.113.23')
      const other = await createTestApp({
        database: t.deps.database,
        adminKey: 'another key for the console',
      })
      for (const [i, forged] of [`${device}x`, device.replace(/^./, '-'), 'a.b', '.', ''].entries()) {
        expect((await enter(forged, `wrong ${i}`, '203.0.113.23')).statusCode).toBe(401)
      }
      expect((await enter('a.b', ADMIN_KEY, '203.0.113.23')).statusCode).toBe(429)
      for (let i = 0; i < 6; i++) {
        const answer = await other.app.inject({
          method: 'POST',
          url: '/api/admin/login',
          payload: { adminKey: `wrong ${i}` },
          headers: { cookie: `${ADMIN_DEVICE_COOKIE}=${device}` },
        })
        expect(answer.statusCode).toBe(i < 5 ? 401 : 429)
      }
      await other.close()
    })
  })

  it('successes cost nothing', async () => {
    const person = atTheConsole(strict.app, '203.0.113.5')
    for (let i = 0; i < 12; i++) expect((await person.login()).status).toBe(200)
    for (let i = 0; i < 12; i++) {
      expect((await person.get('/api/admin/users', { 'x-admin-key': ADMIN_KEY })).status).toBe(200)
    }
  })

  it('do not affect an open session', async () => {
    const inside = atTheConsole(strict.app, '203.0.113.6')
    await inside.login()
    const outside = atTheConsole(strict.app, '203.0.113.6')
    for (let i = 0; i < 6; i++) await outside.login(`wrong ${i}`)
    expect((await inside.get('/api/admin/users')).status).toBe(200)
  })
})

it('no log line contains the key, wherever the request had it', async () => {
  const loud = await createTestApp({
    config: readConfig({ LOG_LEVEL: 'trace' }),
    database: t.deps.database,
  })
  const said: string[] = []
  Object.assign(loud.app.log, { [pino.symbols.streamSym]: { write: (line: string) => said.push(line) } })
  const key = encodeURIComponent(ADMIN_KEY)
  const person = atTheConsole(loud.app)
  await person.get(`/api/admin/users?adminKey=${key}`)
  await person.get(`/api/admin/nothing-here?adminKey=${key}`)
  await person.get('/api/admin/users', { 'x-admin-key': `${ADMIN_KEY}!` })
  await person.post(`/api/admin/login?adminKey=${key}`, { adminKey: `${ADMIN_KEY}!` })
  await person.login()
  await person.get('/api/admin/users')
  await loud.close()
  const text = said.join('')
  expect(text).toContain('/api/admin/users')
  expect(text).toContain('ADMIN_KEY_WRONG')
  expect(text).not.toContain(ADMIN_KEY)
  expect(text).not.toContain(key)
})
