import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featureFlags, users } from '#server/db/schema/accounts'
import { auditLog } from '#server/db/schema/console'
import { containers, events } from '#server/db/schema/record'
import { session } from '#server/db/schema/sign-in'
import { createRateLimits } from '#server/http/limits/rate-limits'
import {
  type Actor,
  anonymous,
  GIVEN_PASSWORD,
  login,
  operatorOf,
  PASSWORD,
  register,
} from '../../support/actors.ts'
import { type Administrator, administrator } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { goLive, listen } from '../../support/socket.ts'

let t: TestApp
let port: number
let admin: Administrator
let boss: Actor

beforeAll(async () => {
  t = await createTestApp({
    rateLimits: createRateLimits({ registrationOfAddress: 10_000, failedLoginOfAddress: 10_000 }),
  })
  port = (await listen(t.app)).port
  admin = await administrator(t.app)
  boss = await register(t.app, 'supervisor')
})
afterAll(() => t.close())

const traceOf = (id: number) =>
  t.deps.database.orm.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id)

const status = (id: number | string, active: unknown) =>
  admin.post(`/api/admin/users/${id}/status`, { active })

describe('the list of accounts', () => {
  it('has every account with its flags and counts, in a constant number of statements', async () => {
    const other = await register(t.app, 'supervisor')
    const [one, two] = [await operatorOf(t.app, other), await operatorOf(t.app, other)]
    const alone = await register(t.app, 'operator')
    await status(two.id, false)
    await t.deps.database.orm
      .update(featureFlags)
      .set({ operatorLimit: 40, linkSharing: false, premiumActivated: false })
      .where(eq(featureFlags.userId, other.id))

    const statements: unknown[] = []
    const { pool } = t.deps.database
    const query = pool.query
    pool.query = ((...args: Parameters<typeof query>) => {
      statements.push(args[0])
      return query.apply(pool, args)
    }) as typeof query
    const { status: code, body } = await admin.get('/api/admin/users')
    pool.query = query

    expect(code).toBe(200)
    // One more for the session. Mails about the new accounts are sent meanwhile.
    expect(statements.filter((statement) => !JSON.stringify(statement).includes('mails'))).toHaveLength(4)
    expect(body.supervisors.find((row: { id: number }) => row.id === other.id)).toEqual({
      id: other.id,
      username: other.username,
      displayName: `Nombre de ${other.username}`,
      isActive: true,
      activeOperators: 1,
      operatorLimit: 40,
      hasPremium: false,
      secondFactor: false,
      phone: null,
    })
    expect(body.supervisors.find((row: { id: number }) => row.id === boss.id)).toMatchObject({
      activeOperators: 0,
      operatorLimit: 20,
      hasPremium: true,
      secondFactor: false,
    })
    expect(body.operators.filter((row: { id: number }) => row.id >= one.id)).toEqual([
      {
        id: one.id,
        username: one.username,
        displayName: `Chofer ${one.username}`,
        supervisorId: other.id,
        isActive: true,
      },
      {
        id: two.id,
        username: two.username,
        displayName: `Chofer ${two.username}`,
        supervisorId: other.id,
        isActive: false,
      },
      {
        id: alone.id,
        username: alone.username,
        displayName: `Nombre de ${alone.username}`,
        supervisorId: null,
        isActive: true,
      },
    ])
    expect(body.total).toBe(body.supervisors.length + body.operators.length)
  })

  it('shows expired premium as off', async () => {
    const late = await register(t.app, 'supervisor')
    await t.deps.database.orm
      .update(featureFlags)
      .set({ premiumExpirationDate: new Date(t.clock.now()) })
      .where(eq(featureFlags.userId, late.id))
    const { body } = await admin.get('/api/admin/users')
    expect(body.supervisors.find((row: { id: number }) => row.id === late.id).hasPremium).toBe(false)
  })
})

describe('deactivating', () => {
  it('ends sessions and sockets at once, and refuses further logins', async () => {
    const driver = await operatorOf(t.app, boss)
    const phone = await goLive(port, driver)
    const desk = await goLive(port, boss)
    const answer = await status(driver.id, false)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ id: driver.id, isActive: false })
    expect((await phone.heard('session_ended')).payload.message).toBe(
      'Su cuenta fue desactivada por el administrador.',
    )
    expect(await phone.closed).toBe(1000)
    expect((await driver.get('/api/user')).status).toBe(401)
    expect(
      await t.deps.database.orm
        .select()
        .from(session)
        .where(eq(session.sid, driver.cookie ?? '')),
    ).toEqual([])
    const again = await anonymous(t.app).post('/api/login', { username: driver.username, password: PASSWORD })
    expect(again.body.error).toBe('usuario_desactivado')
    expect(desk.socket.readyState).toBe(desk.socket.OPEN)
    desk.close()

    expect((await status(driver.id, true)).body).toEqual({ id: driver.id, isActive: true })
    expect((await login(t.app, driver.username)).id).toBe(driver.id)
  })

  it('is idempotent, and leaves one line', async () => {
    const driver = await operatorOf(t.app, boss)
    for (let i = 0; i < 2; i++) expect((await status(driver.id, false)).status).toBe(200)
    for (let i = 0; i < 2; i++) expect((await status(driver.id, true)).status).toBe(200)
    const trace = (await traceOf(driver.id)).filter(({ actorKind }) => actorKind === 'admin')
    expect(trace).toMatchObject([
      {
        action: 'account_deactivated',
        target: driver.username,
        before: { isActive: true },
        after: { isActive: false },
      },
      {
        action: 'account_activated',
        target: driver.username,
        before: { isActive: false },
        after: { isActive: true },
      },
    ])
  })

  it('works for a supervisor too, and leaves their drivers active', async () => {
    const other = await register(t.app, 'supervisor')
    const driver = await operatorOf(t.app, other)
    await status(other.id, false)
    expect((await other.get('/api/user')).status).toBe(401)
    expect((await driver.get('/api/user')).status).toBe(200)
  })

  it.each(['999999', '0', '-1', '2147483648', '99999999999', 'x', '1.5'])('of %s is 404', async (id) => {
    const answer = await status(id, false)
    expect(answer.status).toBe(404)
    expect(answer.body.error).toBe(
      id === '999999' ? 'No se encontró el usuario.' : 'No se encontró lo que busca.',
    )
  })

  it.each(['true', 1, null, undefined])('by %j is 400', async (active) => {
    expect((await status(boss.id, active)).status).toBe(400)
    expect((await boss.get('/api/user')).status).toBe(200)
  })
})

describe('a new supervisor', () => {
  const create = (body: object) => admin.post('/api/admin/create-supervisor', body)

  it('can work at once, with the trial', async () => {
    const answer = await create({
      username: ' patio.norte ',
      password: GIVEN_PASSWORD,
      displayName: ' Patio Norte ',
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      username: 'patio.norte',
      displayName: 'Patio Norte',
      isActive: true,
      activeOperators: 0,
      operatorLimit: 20,
      hasPremium: true,
      secondFactor: false,
      phone: null,
    })
    const fresh = await login(t.app, 'patio.norte', GIVEN_PASSWORD)
    expect((await fresh.get('/api/supervisor/operations')).status).toBe(200)
    const [line] = await traceOf(fresh.id)
    expect(line).toMatchObject({
      action: 'supervisor_created',
      actorKind: 'admin',
      target: 'patio.norte',
      before: null,
      after: { username: 'patio.norte', displayName: 'Patio Norte', mustChangePassword: false },
    })
    expect(JSON.stringify(line)).not.toContain(GIVEN_PASSWORD)
  })

  it('whose name is taken gets suggestions', async () => {
    const answer = await create({
      username: boss.username.toUpperCase(),
      password: 'una secreta',
      displayName: 'Otra',
    })
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('username_taken')
    expect(answer.body.suggestions).toHaveLength(3)
  })

  it.each([
    [
      { username: '', password: 'una secreta', displayName: 'N' },
      'El nombre de usuario debe tener al menos 3 caracteres',
    ],
    [
      { username: 'nuevo', password: '12345', displayName: 'N' },
      'La contraseña debe tener al menos 8 caracteres',
    ],
    [{ username: 'nuevo', password: 'una secreta', displayName: ' ' }, 'El nombre completo es obligatorio'],
  ])('%j is refused', async (body, message) => {
    const answer = await create(body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe(message)
  })
})

describe('deleting an operator', () => {
  const remove = (id: number | string) => admin.delete(`/api/admin/operators/${id}`)

  it('deletes the account and its sessions, and keeps its records', async () => {
    const driver = await operatorOf(t.app, boss)
    const { body } = await driver.post('/api/containers', {
      containerId: 'MSKU5000001',
      operationType: 'load',
    })
    const busy = await remove(driver.id)
    expect(busy.status).toBe(409)
    expect(busy.body.code).toBe('active_operation')
    expect(busy.body.message).toContain('MSKU5000001')
    expect((await driver.get('/api/user')).status).toBe(200)

    const { orm } = t.deps.database
    await orm.update(containers).set({ isActive: false }).where(eq(containers.operationKey, body.containerId))
    expect((await remove(driver.id)).status).toBe(204)
    expect((await driver.get('/api/user')).status).toBe(401)
    expect(await orm.select().from(users).where(eq(users.id, driver.id))).toEqual([])
    expect(await orm.select().from(events).where(eq(events.userId, driver.id))).toHaveLength(1)
    const trace = (await traceOf(driver.id)).filter(({ action }) => action === 'operator_deleted')
    expect(trace).toMatchObject([
      { actorKind: 'admin', target: driver.username, before: { displayName: `Chofer ${driver.username}` } },
    ])
  })

  it('works without a supervisor', async () => {
    const alone = await register(t.app, 'operator')
    expect((await remove(alone.id)).status).toBe(204)
    expect((await alone.get('/api/user')).status).toBe(401)
    expect((await remove(alone.id)).status).toBe(404)
  })

  it('is not for supervisors', async () => {
    expect((await remove(boss.id)).status).toBe(404)
    expect((await boss.get('/api/user')).status).toBe(200)
  })

  it('and a concurrent start of a trip: exactly one succeeds', async () => {
    const { orm } = t.deps.database
    for (let i = 0; i < 10; i++) {
      const driver = await operatorOf(t.app, await register(t.app, 'supervisor'))
      const [gone, started] = await Promise.all([
        remove(driver.id),
        driver.post('/api/containers', { containerId: `MSKU60000${10 + i}`, operationType: 'load' }),
      ])
      const trips = await orm
        .select()
        .from(containers)
        .where(and(eq(containers.userId, driver.id), eq(containers.isActive, true)))
      if (gone.status === 204) {
        expect(started.status).toBe(401)
        expect(trips).toHaveLength(0)
      } else {
        expect([gone.status, started.status]).toEqual([409, 201])
        expect(trips).toHaveLength(1)
      }
    }
  })
})
