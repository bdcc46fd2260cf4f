import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CLOSE_MAINTENANCE } from '#contract/live/close-codes'
import { auditLog, systemSettings } from '#server/db/schema/console'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { type Administrator, administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { routesOf } from '../../support/routes.ts'
import { goLive, listen, openSocket, ticket } from '../../support/socket.ts'

const packageJson = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

let t: TestApp
let port: number
let origin: string
let admin: Administrator
let boss: Actor
let driver: Actor

beforeAll(async () => {
  t = await createTestApp()
  ;({ port, origin } = await listen(t.app))
  admin = await administrator(t.app)
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
})
afterAll(() => t.close())

const set = (key: string, value: unknown) => admin.post('/api/admin/settings', { key, value })
const traces = () =>
  t.deps.database.orm
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'setting_changed'))
    .orderBy(auditLog.id)

const DEFAULTS = {
  operator_limit: '20',
  maintenance_mode: 'false',
  public_tracking: 'status',
  desk_idle_minutes: '0',
  supervisor_second_factor: 'optional',
  registration: 'open',
  version: packageJson.version,
  timezone: 'America/Mexico_City',
}

describe('settings', () => {
  it('are the defaults before one is set, and contain version and time zone', async () => {
    expect((await admin.get('/api/admin/settings')).body).toEqual({ settings: DEFAULTS })
  })

  it('are set one at a time; the answer has all, the audit log one line', async () => {
    const answer = await set('operator_limit', '30')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ settings: { ...DEFAULTS, operator_limit: '30' } })
    await set('operator_limit', '30')
    expect((await boss.get('/api/user/features')).body.features.operatorLimit).toBe('30')
    await set('operator_limit', '20')
    expect(await traces()).toMatchObject([
      { target: 'operator_limit', before: { operator_limit: '20' }, after: { operator_limit: '30' } },
      { target: 'operator_limit', before: { operator_limit: '30' }, after: { operator_limit: '20' } },
    ])
  })

  it('set concurrently leave audit lines that follow from each other', async () => {
    const before = (await traces()).length
    await Promise.all(['5', '10', '40', '100', '5', '10'].map((value) => set('operator_limit', value)))
    const own = (await traces()).slice(before)
    let last = '20'
    for (const line of own) {
      expect(line.before).toEqual({ operator_limit: last })
      last = String(line.after?.operator_limit)
    }
    expect((await admin.get('/api/admin/settings')).body.settings.operator_limit).toBe(last)
    await set('operator_limit', '20')
  })

  it.each([
    ['operator_limit', '7'],
    ['operator_limit', 20],
    ['maintenance_mode', true],
    ['maintenance_mode', 'on'],
    ['public_tracking', 'all'],
    ['registration', ''],
    ['version', '9.9.9'],
    ['timezone', 'Europe/Madrid'],
    ['adminKey', 'mine'],
  ])('%s is not %j', async (key, value) => {
    expect((await set(key, value)).status).toBe(400)
    expect((await admin.get('/api/admin/settings')).body).toEqual({ settings: DEFAULTS })
  })

  it('with a value unknown to this version count as the default', async () => {
    const { orm } = t.deps.database
    await orm.update(systemSettings).set({ settingValue: 'of a later version' })
    expect((await admin.get('/api/admin/settings')).body).toEqual({ settings: DEFAULTS })
    await orm.delete(systemSettings)
  })
})

describe('registration by the administrator alone', () => {
  const body = (username: string, rest: object = {}) => ({
    username,
    password: 'una buena clave',
    displayName: 'Nueva Persona',
    email: 'nueva@example.com',
    acceptedTerms: true,
    ...rest,
  })
  const toRegister = async () => (await anonymous(t.app).get('/api/config')).body.registration

  it('refuses registrations, except with an invitation', async () => {
    const { url } = (await boss.post('/api/users/invitations')).body
    const invitation = new URL(url).searchParams.get('invitation') ?? new URL(url).pathname.split('/').pop()
    expect(await toRegister()).toBe('open')
    await set('registration', 'admin')
    await expect.poll(toRegister).toBe('admin')
    for (const role of ['supervisor', 'operator']) {
      const answer = await anonymous(t.app).post('/api/register', body(`solo.${role}`, { role }))
      expect(answer.status).toBe(403)
      expect(answer.body).toEqual({
        error: 'El registro está cerrado.',
        code: 'registration_closed',
        message: expect.stringContaining('enlace de invitación'),
        messageCode: 'registration_closed_ways',
      })
    }
    const invited = await anonymous(t.app).post('/api/register', body('invitado', { invitation }))
    expect(invited.status).toBe(201)
    expect(invited.body).toMatchObject({ role: 'operator', supervisorId: boss.id })
    await set('registration', 'open')
    expect((await anonymous(t.app).post('/api/register', body('vuelve'))).status).toBe(201)
    await expect.poll(toRegister).toBe('open')
  })
})

describe('maintenance', () => {
  const config = () => anonymous(t.app).get('/api/config')
  const begin = async () => {
    await set('maintenance_mode', 'true')
    await vi.waitFor(async () => expect((await config()).status).toBe(503), { timeout: 1_000, interval: 10 })
  }
  const end = async () => {
    await set('maintenance_mode', 'false')
    await vi.waitFor(async () => expect((await config()).status).toBe(200), { timeout: 1_000, interval: 10 })
  }
  afterEach(end)

  it('answers every call with 503, except the administrator’s and the health checks', async () => {
    await begin()
    for (const route of routesOf(t.app)) {
      const [method, path = ''] = route.split(' ')
      if (path.startsWith('/api/admin') || path.includes('*')) continue
      const answer = await t.app.inject({ method: method as 'GET', url: path.replace(/:\w+/, '1') })
      // The pages for customers are made by the server: they say so themselves.
      if (/^\/(container|rastreo|verificar|expediente)/.test(path)) {
        expect([route, answer.statusCode]).toEqual([route, 503])
        continue
      }
      const isOpen = !/^\/(api|ws)(\/|$)/.test(path)
      expect([route, answer.statusCode]).toEqual([route, isOpen ? 200 : 503])
      if (isOpen || method === 'HEAD') continue
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.json()).toEqual({
        error: 'maintenance',
        code: 'maintenance',
        message: expect.stringContaining('mantenimiento'),
        messageCode: 'maintenance',
      })
    }
    // Signed in or not, and however the path is spelt.
    expect((await boss.get('/api/user')).status).toBe(503)
    for (const url of ['/%61pi/user', '/api//user', '/api/nothing', '/api/administrators', '/api']) {
      expect([url, (await t.app.inject(url)).statusCode]).toEqual([url, 503])
    }
    expect((await admin.get('/api/admin/users')).status).toBe(200)
    expect((await admin.get('/api/admin/session')).body.authenticated).toBe(true)
    const late = await administrator(t.app)
    expect((await late.get('/api/admin/settings')).body.settings.maintenance_mode).toBe('true')
  })

  it('records nothing while it is on, and continues afterwards', async () => {
    const trip = { containerId: 'MSKU7000001', operationType: 'load', eventId: crypto.randomUUID() }
    await begin()
    expect((await driver.post('/api/containers', trip)).status).toBe(503)
    await end()
    expect((await driver.get('/api/containers/active')).body).toBeNull()
    expect((await driver.post('/api/containers', trip)).status).toBe(201)
  })

  it('closes the live channel with a code that makes pages reconnect, and accepts no sockets', async () => {
    const sockets = [await goLive(port, boss), await goLive(port, driver)]
    const token = await ticket(boss)
    await begin()
    for (const { closed } of sockets) expect(await closed).toBe(CLOSE_MAINTENANCE)
    const late = openSocket(port, { token, cookie: boss.cookie, origin })
    expect(await late.closed).not.toBe(1000)
    expect(late.messages).toEqual([])
    await end()
    const back = await goLive(port, boss)
    back.close()
  })

  it('reaches another process over the bus, and one that starts meanwhile', async () => {
    // As another process does it: commit, then publish.
    await t.deps.database.orm
      .insert(systemSettings)
      .values({ settingKey: 'maintenance_mode', settingValue: 'true' })
      .onConflictDoUpdate({ target: systemSettings.settingKey, set: { settingValue: 'true' } })
    expect((await config()).status).toBe(200)
    t.deps.bus.publish({ kind: 'settings_changed' })
    await vi.waitFor(async () => expect((await config()).status).toBe(503), { timeout: 1_000, interval: 10 })
    const started = await createTestApp({ database: t.deps.database })
    expect((await anonymous(started.app).get('/api/config')).status).toBe(503)
    await started.close()
  })
})
