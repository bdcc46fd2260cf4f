import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRateLimits } from '#server/http/limits/rate-limits'
import { type Actor, anonymous, PASSWORD, register } from '../../support/actors.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'
import { type AuditLine, doorLines } from '../../support/audit.ts'

let t: TestApp
let owner: Actor
beforeEach(async () => {
  t = await createTestApp({
    rateLimits: createRateLimits({ registrationOfAddress: 100, failedLoginOfAddress: 10_000 }),
  })
  owner = await register(t.app, 'supervisor', 'ana.lopez')
})
afterEach(() => t.close())

const STRANGER = '203.0.113.7'
const guess = (username: string, password: string, address = STRANGER) =>
  anonymous(t.app, address).post('/api/login', { username, password })
const told = ({ actorKind, actorName, actorId, address, action, target, targetId, after }: AuditLine) => ({
  by: [actorKind, actorName, actorId],
  address,
  action,
  about: [target, targetId],
  after,
})

it('tells logins, failures, lock-outs and logouts, with account and address', async () => {
  await guess('ana.lopez', 'clave equivocada')
  await guess('mi clave secreta', 'ana.lopez')
  await owner.post('/api/login', { username: 'Ana.Lopez', password: PASSWORD })
  await owner.post('/api/logout')
  const by = ['supervisor', 'ana.lopez', owner.id]
  const visitor = { by: ['visitor', 'Visitante', null], address: STRANGER }
  const own = { by, address: '127.0.0.1', about: [null, null], after: null }
  expect((await doorLines(t)).map(told)).toEqual([
    { ...own, action: 'login' },
    { ...visitor, action: 'login_failed', about: ['ana.lopez', owner.id], after: {} },
    { ...visitor, action: 'login_failed', about: [null, null], after: { unknownUser: true } },
    { ...own, action: 'login' },
    { ...own, action: 'logout' },
  ])
  // A password may be typed where the name belongs.
  expect(JSON.stringify(await doorLines(t))).not.toMatch(/clave/)
})

it('tells once that an account was closed', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, i) => guess('ana.lopez', `clave${i}`)))
  const closed = (await doorLines(t)).filter(({ action }) => action === 'login_locked')
  expect(closed.map(told)).toEqual([
    {
      by: ['visitor', 'Visitante', null],
      address: STRANGER,
      action: 'login_locked',
      about: ['ana.lopez', owner.id],
      after: {},
    },
  ])
})

it('tells wrong keys of the administrator and the lock-out, never the key', async () => {
  for (let i = 0; i < 7; i++) {
    await anonymous(t.app, STRANGER).post('/api/admin/login', { adminKey: `clave ${i}` })
  }
  const lines = (await doorLines(t)).filter(({ action }) => action.startsWith('admin_'))
  expect(lines.map(({ action }) => action)).toEqual([...Array(5).fill('admin_key_wrong'), 'admin_locked'])
  expect(lines.every(({ address }) => address === STRANGER)).toBe(true)
  expect(JSON.stringify(lines)).not.toMatch(/clave/)
})

it('a flood of failures leaves ten lines a minute of an address and of an account, then one with the rest', async () => {
  for (let i = 0; i < 50; i++) await guess(`nadie${i}`, 'x')
  for (let i = 0; i < 30; i++) await guess('ana.lopez', 'x', `198.51.100.${i}`)
  expect((await doorLines(t)).filter(({ action }) => action === 'login_failed')).toHaveLength(20)
  await t.deps.trail.flush()
  expect((await doorLines(t)).slice(-2).map(told)).toEqual([
    {
      by: ['visitor', 'Visitante', null],
      address: STRANGER,
      action: 'login_failed',
      about: [null, null],
      after: { more: 40 },
    },
    {
      by: ['visitor', 'Visitante', null],
      address: null,
      action: 'login_failed',
      about: ['ana.lopez', owner.id],
      after: { more: 20 },
    },
  ])
  await t.deps.trail.flush()
  await guess('nadie', 'x')
  expect((await doorLines(t)).at(-1)).toMatchObject({ action: 'login_failed', address: STRANGER })
})

it('many addresses and names together leave a hundred lines a minute', async () => {
  for (let i = 0; i < 150; i++) await guess(`nadie${i}`, 'x', `198.51.100.${i}`)
  await t.deps.trail.flush()
  const failed = (await doorLines(t)).filter(({ action }) => action === 'login_failed')
  expect(failed).toHaveLength(101)
  expect(failed.at(-1)).toMatchObject({ address: null, target: null, after: { more: 50 } })
})

it('is exported as CSV with the same filters, and the export leaves a line', async () => {
  await guess('ana.lopez', 'x')
  const admin = { 'x-admin-key': ADMIN_KEY }
  const file = await anonymous(t.app).get('/api/admin/audit/export?action=login_failed', admin)
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="bitacora_2026-03-10\.csv"$/),
    'cache-control': 'no-store',
  })
  const [head, line, end] = file.body.split('\r\n')
  expect(head).toMatch(/^\uFEFFID,Fecha \(UTC\),Quién,.*Hash$/)
  expect(line).toMatch(
    new RegExp(
      `^\\d+,2026-03-10T18:00:00.000Z,visitor,Visitante,,${STRANGER},login_failed,ana.lopez,${owner.id},`,
    ),
  )
  expect(line).toMatch(/,visitor,1,[0-9a-f]{64}$/)
  expect(end).toBe('')
  expect((await anonymous(t.app).get('/api/admin/audit/export')).status).toBe(401)
  const all = await anonymous(t.app).get('/api/admin/audit/export', admin)
  expect(all.body).toContain('audit_exported')
})
