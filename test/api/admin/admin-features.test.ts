import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FEATURES } from '#domain/account/entitlements'
import { featureFlags } from '#server/db/schema/accounts'
import { auditLog } from '#server/db/schema/console'
import { type Actor, login, operatorOf, register } from '../../support/actors.ts'
import { type Administrator, administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { goLive, listen } from '../../support/socket.ts'

const DAY = 86_400_000
const ALL_ON = Object.fromEntries(FEATURES.map((f) => [f, true]))
const ALL_OFF = Object.fromEntries(FEATURES.map((f) => [f, false]))

let t: TestApp
let port: number
let admin: Administrator
let boss: Actor
let path: string

beforeAll(async () => {
  t = await createTestApp()
  port = (await listen(t.app)).port
  admin = await administrator(t.app)
})
afterAll(() => t.close())

async function fresh(): Promise<void> {
  boss = await register(t.app, 'supervisor')
  path = `/api/admin/users/${boss.id}/features`
}

const change = (features: object) => admin.post(path, { features })
const stored = async () =>
  (await t.deps.database.orm.select().from(featureFlags).where(eq(featureFlags.userId, boss.id)))[0]
const traces = () =>
  t.deps.database.orm
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, boss.id), eq(auditLog.action, 'features_changed')))
    .orderBy(auditLog.id)

describe('premium', () => {
  it('is switched off and on as a whole; on lasts thirty days, and the limit stays', async () => {
    await fresh()
    await change({ operatorLimit: '40' })
    const off = await change({ premiumActivated: false })
    expect(off.status).toBe(200)
    expect(off.body.features).toMatchObject({ ...ALL_OFF, premiumActivated: false, operatorLimit: '40' })
    expect((await boss.get('/api/supervisor/operations')).status).toBe(403)

    t.clock.advance(3_600_000)
    const expires = new Date(t.clock.now() + 30 * DAY).toISOString()
    const on = await change({ premiumActivated: true })
    expect(on.body.features).toEqual({
      id: expect.any(Number),
      userId: boss.id,
      ...ALL_ON,
      premiumActivated: true,
      premiumExpirationDate: expires,
      operatorLimit: '40',
    })
    expect((await admin.get(path)).body).toEqual(on.body)
    expect((await boss.get('/api/user/features')).body).toEqual(on.body)
    expect((await boss.get('/api/supervisor/operations')).status).toBe(200)
    expect((await stored())?.premiumActiveSince.getTime()).toBe(t.clock.now())
    expect((await stored())?.updatedBy).toBe('Administrador')
  })

  it('is recomputed by single features', async () => {
    await fresh()
    expect((await change({ linkSharing: false })).body.features).toMatchObject({
      ...ALL_ON,
      linkSharing: false,
      premiumActivated: false,
    })
    expect((await change({ linkSharing: true })).body.features.premiumActivated).toBe(true)
  })

  it('after the expiry: a feature that is switched on works for thirty days, the others stay off', async () => {
    await fresh()
    t.clock.advance(30 * DAY)
    // A session ends after thirty days too.
    boss = await login(t.app, boss.username)
    admin = await administrator(t.app)
    expect((await admin.get(path)).body.features).toMatchObject({ ...ALL_OFF, premiumActivated: false })
    const { features } = (await change({ operationLogs: true })).body
    expect(features).toMatchObject({
      ...ALL_OFF,
      operationLogs: true,
      premiumActivated: false,
      premiumExpirationDate: new Date(t.clock.now() + 30 * DAY).toISOString(),
    })
    expect((await boss.get('/api/events')).status).toBe(200)
    expect((await boss.get('/api/supervisor/operations')).status).toBe(403)
  })

  it('reaches the desk within a second', async () => {
    await fresh()
    const desk = await goLive(port, boss)
    await change({ realTimeInfo: false })
    const heard = await desk.heard('entitlements_update', (m) => !m.payload.features.realTimeInfo)
    expect(heard.payload.features.kpiVisibility).toBe(true)
    await change({ operatorLimit: '100' })
    await desk.heard('entitlements_update', (m) => m.payload.features.operatorLimit === '100')
    desk.close()
  })

  it('keeps both of two concurrent changes', async () => {
    await fresh()
    for (let i = 0; i < 5; i++) {
      await change({ premiumActivated: true })
      await Promise.all(FEATURES.map((feature) => change({ [feature]: false })))
      expect((await admin.get(path)).body.features).toMatchObject(ALL_OFF)
    }
  })
})

describe('the operator limit', () => {
  it('is set for that supervisor and overrides the global one', async () => {
    await fresh()
    expect((await admin.get(path)).body.features.operatorLimit).toBe('20')
    expect((await change({ operatorLimit: '5' })).body.features).toMatchObject({
      ...ALL_ON,
      operatorLimit: '5',
    })
    for (let i = 0; i < 5; i++) await operatorOf(t.app, boss)
    const sixth = await boss.post('/api/users/operators', {
      username: 'uno.de.mas',
      displayName: 'Uno de más',
      password: 'una secreta',
    })
    expect(sixth.body.message ?? sixth.body.error).toBe(
      'Has alcanzado el límite de 5 operadores. No puedes crear más.',
    )
  })

  it.each(['7', '0', '-5', 5, null, '5 '])('is not %j', async (operatorLimit) => {
    expect((await change({ operatorLimit })).status).toBe(400)
  })
})

describe('the trace', () => {
  it('has the changed fields before and after; without a change there is no line', async () => {
    await fresh()
    await change({ linkSharing: false, operatorLimit: '30' })
    await change({ linkSharing: false })
    await change({})
    expect(await traces()).toMatchObject([
      {
        actorKind: 'admin',
        target: boss.username,
        before: { linkSharing: true, premiumActivated: true, operatorLimit: null },
        after: { linkSharing: false, premiumActivated: false, operatorLimit: 30 },
      },
    ])
  })
})

describe('what is not there', () => {
  it('a driver’s features are all off', async () => {
    await fresh()
    const driver = await operatorOf(t.app, boss)
    const of = `/api/admin/users/${driver.id}/features`
    expect((await admin.get(of)).body.features).toMatchObject({
      userId: driver.id,
      ...ALL_OFF,
      premiumActivated: false,
      premiumExpirationDate: null,
    })
    const answer = await admin.post(of, { features: { linkSharing: true } })
    expect(answer.status).toBe(409)
    expect(answer.body.error).toContain('próximamente')
  })

  it('an unknown account is 404, a text for a switch 400', async () => {
    expect((await admin.get('/api/admin/users/999999/features')).status).toBe(404)
    expect((await admin.post('/api/admin/users/999999/features', { features: {} })).status).toBe(404)
    expect((await change({ linkSharing: 'true' })).status).toBe(400)
    expect((await admin.post(path, { linkSharing: true })).status).toBe(400)
  })
})
