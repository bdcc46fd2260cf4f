import { afterEach, beforeEach, expect, it } from 'vitest'
import { anonymous } from '../../support/actors.ts'
import { administrator, atTheConsole } from '../../support/administrator.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'
import { doorLines, lines } from '../../support/audit.ts'
import { codeAt, switchOn } from '../../support/second-factor.ts'

const PATH = '/api/admin/second-factor'
const PERIOD = 30_000

let t: TestApp

beforeEach(async () => {
  t = await createTestApp()
})
afterEach(() => t.close())

const code = (secret: string) => codeAt(secret, t.clock.now())

/** The administrator's second factor is on; the code of now is unused. */
async function guarded() {
  const admin = await administrator(t.app)
  const on = await switchOn(admin, t.clock.now(), PATH)
  t.clock.advance(2 * PERIOD)
  return { admin, ...on }
}

const enter = (given?: string, address?: string) =>
  atTheConsole(t.app, address).post('/api/admin/login', { adminKey: ADMIN_KEY, code: given })

it('a login needs key and code, and who has no key learns nothing', async () => {
  const { secret, recoveryCodes } = await guarded()
  const asked = await enter()
  expect([asked.status, asked.body.code]).toEqual([401, 'second_factor_required'])
  expect(asked.body).toMatchObject({ success: false, sessionEstablished: false, message: asked.body.error })
  expect(asked.headers['set-cookie']).toBeUndefined()
  const stranger = await atTheConsole(t.app).post('/api/admin/login', { adminKey: 'x', code: code(secret) })
  expect(stranger.body.code).toBe('invalid_admin_key')
  expect((await enter('000000')).body.code).toBe('second_factor_wrong')
  expect((await enter(code(secret))).status).toBe(200)
  expect((await enter(code(secret))).body.code).toBe('second_factor_wrong')
  expect((await enter(recoveryCodes[0])).body.recoveryCodesLeft).toBe(9)
  expect((await enter(recoveryCodes[0])).status).toBe(401)
  expect((await doorLines(t)).map(({ action }) => action)).toEqual([
    'admin_key_wrong',
    'admin_code_wrong',
    'admin_code_wrong',
    'admin_code_wrong',
  ])
  const own = (await lines(t)).map(({ action }) => action)
  expect(own).toEqual(['admin_login', 'second_factor_on', 'admin_login', 'recovery_code_used', 'admin_login'])
})

it('the key in a header opens nothing alone, and everything with a code', async () => {
  const { secret } = await guarded()
  const header = { 'x-admin-key': ADMIN_KEY }
  for (const path of ['/api/admin/users', '/metrics']) {
    const distant = atTheConsole(t.app, '203.0.113.9')
    const answer = await distant.get(path, header)
    expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'second_factor_required'])
    expect((await distant.get(path, { ...header, 'x-admin-code': code(secret) })).status).toBe(200)
    t.clock.advance(PERIOD)
  }
})

it('judges at most ten wrong codes, from however many addresses', async () => {
  const { headers: entered } = await atTheConsole(t.app).login()
  const { secret } = await guarded()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => enter(String(i).padStart(6, '0'), `198.51.100.${i}`)),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  expect((await enter(code(secret), '203.0.113.1')).status).toBe(429)
  // Who has the key and no code keeps nobody out of a browser that they use.
  const [, device = ''] = /acarreo\.console=([^;]+)/.exec(String(entered['set-cookie'])) ?? []
  const body = { adminKey: ADMIN_KEY, code: code(secret) }
  const headers = { cookie: `acarreo.console=${device}` }
  expect((await atTheConsole(t.app).post('/api/admin/login', body, headers)).status).toBe(200)
})

it('asks for the key again before a change, and the key alone is enough within the session', async () => {
  const { admin, secret } = await guarded()
  t.clock.advance(11 * 60_000)
  const off = () => admin.post(`${PATH}/off`, { code: code(secret) })
  expect((await off()).body.code).toBe('proof_required')
  expect((await admin.post('/api/admin/proof', { adminKey: 'x' })).status).toBe(400)
  expect((await off()).body.code).toBe('proof_required')
  expect((await admin.post('/api/admin/proof', { adminKey: ADMIN_KEY })).status).toBe(200)
  expect((await off()).status).toBe(200)
  expect((await admin.get(PATH)).body).toEqual({ on: false, recoveryCodesLeft: 0 })
  expect((await enter()).status).toBe(200)
})

it('is the administrator’s alone', async () => {
  await guarded()
  expect((await anonymous(t.app).post(PATH)).status).toBe(401)
})
