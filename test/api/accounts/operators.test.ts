import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { argon2Passwords } from '#server/adapters/passwords'
import { featureFlags, users } from '#server/db/schema/accounts'
import { containers, events } from '#server/db/schema/record'
import { session } from '#server/db/schema/sign-in'
import { recordAudit } from '#server/features/base/audit/service'
import { SYSTEM_TRACE } from '#server/identity/trace'
import { removeAccount } from '#server/record/remove'
import { type Actor, anonymous, login, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { createTestApp, NOON, type TestApp } from '../../support/app.ts'

let t: TestApp
let one: Actor
let two: Actor

beforeAll(async () => {
  t = await createTestApp()
  one = await register(t.app, 'supervisor')
  two = await register(t.app, 'supervisor')
  // Each example uses another operator.
  await t.deps.database.orm.update(featureFlags).set({ operatorLimit: 1000 })
})
afterAll(() => t.close())

const path = (operator: { id: number | string }, rest = '') => `/api/users/operators/${operator.id}${rest}`

let boxes = 4000000
async function start(operator: Actor, operationType = 'load') {
  const containerNumber = `MSKU${boxes++}`
  const answer = await operator.post('/api/containers', { containerId: containerNumber, operationType })
  return { ...answer, containerNumber, containerId: answer.body.containerId as string }
}

const REST_OF_LOAD = [
  ['en_route', 60],
  ['stop_fuel', 1200],
  ['resume_route', 300],
  ['arrived_at_park', 600],
  ['access_granted', 2460],
  ['vehicle_parked', 840],
  ['load_complete', 5100],
  ['exit_park', 1020],
  ['end_trip', 900],
] as const

async function finish(operator: Actor, containerId: string) {
  for (const [eventType, secondsBefore] of REST_OF_LOAD) {
    t.clock.advance(secondsBefore * 1000)
    expect((await operator.post('/api/events', { containerId, eventType })).status).toBe(201)
  }
}

describe('changing an operator', () => {
  it('replaces name and phone', async () => {
    const operator = await operatorOf(t.app, one)
    const answer = await one.put(path(operator), { displayName: '  José Ñúñez ', phone: '+52 33 1234 5678' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id: operator.id,
      username: operator.username,
      displayName: 'José Ñúñez',
      phone: '+52 33 1234 5678',
      isActive: true,
      passwordGiven: false,
      mustChangePassword: false,
    })
    expect((await one.put(path(operator), { displayName: 'José Ñúñez', phone: '' })).body.phone).toBeNull()
    expect((await one.get('/api/users/operators')).body).toContainEqual({ ...answer.body, phone: null })
    expect((await operator.get('/api/user')).body.displayName).toBe('José Ñúñez')
  })

  it('keeps the phone when only the name is sent; null or empty removes it', async () => {
    const operator = await operatorOf(t.app, one)
    const phone = '+52 33 1234 5678'
    const put = async (more: object) =>
      (await one.put(path(operator), { displayName: 'José Ñúñez', ...more })).body.phone
    for (const none of [null, '']) {
      expect(await put({ phone })).toBe(phone)
      expect(await put({})).toBe(phone)
      expect(await put({ phone: none })).toBeNull()
      expect(await put({})).toBeNull()
    }
  })

  it('leaves recorded events and the active operation under their old name', async () => {
    const operator = await operatorOf(t.app, one)
    const before = (await start(operator)).body.displayName
    await one.put(path(operator), { displayName: 'Otro Nombre' })
    const [active] = (await one.get('/api/supervisor/operations')).body.operations.filter(
      (o: { userId: number }) => o.userId === operator.id,
    )
    expect(active.displayName).toBe(before)
  })

  it('a new password ends the sessions of that operator only', async () => {
    const operator = await operatorOf(t.app, one)
    const phone = await login(t.app, operator.username)
    const colleague = await operatorOf(t.app, one)
    const answer = await one.put(path(operator), { password: 'nueva1' })
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toMatch(/nueva1|argon2/)
    expect((await operator.get('/api/user')).status).toBe(401)
    expect((await phone.get('/api/user')).status).toBe(401)
    expect((await colleague.get('/api/user')).status).toBe(200)
    expect((await one.get('/api/user')).status).toBe(200)
    const old = await anonymous(t.app).post('/api/login', { username: operator.username, password: PASSWORD })
    expect(old.status).toBe(401)
    await login(t.app, operator.username, 'nueva1')
  })

  it('a concurrent login with the old password gets no lasting session', async () => {
    let verified = () => {}
    let proceed = () => {}
    const real = argon2Passwords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
    let hold = false
    const own = await createTestApp({
      passwords: {
        hash: real.hash,
        async verify(stored, password) {
          const right = await real.verify(stored, password)
          if (hold) {
            hold = false
            await new Promise<void>((resolve) => {
              proceed = resolve
              verified()
            })
          }
          return right
        },
      },
    })
    const boss = await register(own.app, 'supervisor')
    const operator = await operatorOf(own.app, boss)
    const late = anonymous(own.app)
    hold = true
    const reached = new Promise<void>((resolve) => {
      verified = resolve
    })
    const pending = late.post('/api/login', { username: operator.username, password: PASSWORD })
    await reached
    expect((await boss.put(path(operator), { password: 'nueva1' })).status).toBe(200)
    proceed()
    await pending
    expect((await late.get('/api/user')).status).toBe(401)
    await own.close()
  })

  it.each([
    ['nothing', {}, 'Indique el nombre completo y el teléfono, o solo una contraseña nueva'],
    ['a short name', { displayName: ' ab ' }, 'El nombre completo es obligatorio'],
    [
      'a NUL in the name',
      { displayName: 'ab\u0000cd' },
      'El nombre no puede llevar saltos de línea ni caracteres que no se ven',
    ],
    [
      'a name that runs backwards',
      { displayName: 'ab\u202ecd' },
      'El nombre no puede llevar saltos de línea ni caracteres que no se ven',
    ],
    ['a wrong phone', { displayName: 'Abc', phone: 'x' }, 'Por favor ingrese un número de teléfono válido'],
    ['a short password', { password: 'corta' }, 'La contraseña debe tener al menos 6 caracteres'],
    ['a number as password', { password: 123456 }, undefined],
    ['a huge password', { password: 'x'.repeat(10_000) }, undefined],
    [
      'a password beside a name',
      { displayName: 'Abc', password: 'una secreta' },
      'Indique el nombre completo y el teléfono, o solo una contraseña nueva',
    ],
    ['an array', [], undefined],
  ])('refuses %s and changes nothing', async (_what, body, message) => {
    const operator = await operatorOf(t.app, one)
    const before = await t.deps.database.orm.select().from(users).where(eq(users.id, operator.id))
    const answer = await one.put(path(operator), body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/\p{L}/u)
    if (message) expect(answer.body.message).toBe(message)
    expect(await t.deps.database.orm.select().from(users).where(eq(users.id, operator.id))).toEqual(before)
    expect((await operator.get('/api/user')).status).toBe(200)
  })

  it('ignores unknown fields', async () => {
    const operator = await operatorOf(t.app, one)
    await one.put(path(operator), {
      displayName: 'Abc',
      supervisorId: two.id,
      role: 'supervisor',
      username: 'robado',
      isActive: false,
    })
    const [row] = await t.deps.database.orm.select().from(users).where(eq(users.id, operator.id))
    expect(row).toMatchObject({
      supervisorId: one.id,
      role: 'operator',
      username: operator.username,
      isActive: true,
    })
  })
})

describe('deleting an operator', () => {
  it('deletes the account and its sessions, and leaves operations and events', async () => {
    const operator = await operatorOf(t.app, one)
    const trip = await start(operator)
    await finish(operator, trip.containerId)
    const { orm } = t.deps.database
    const record = async () => ({
      operations: await orm.select().from(containers).where(eq(containers.userId, operator.id)),
      events: await orm.select().from(events).where(eq(events.userId, operator.id)).orderBy(events.id),
    })
    const before = await record()
    expect(before.events).toHaveLength(10)

    const answer = await one.delete(path(operator))
    expect(answer.status).toBe(204)
    expect(await record()).toEqual(before)
    expect((await one.get(`/api/events/${trip.containerId}`)).body).toHaveLength(10)
    expect((await operator.get('/api/user')).status).toBe(401)
    const again = await anonymous(t.app).post('/api/login', {
      username: operator.username,
      password: PASSWORD,
    })
    expect(again.status).toBe(401)
    const sessions = await orm.select().from(session)
    expect(sessions.some(({ sess }) => (sess as { userId?: number }).userId === operator.id)).toBe(false)
    expect((await one.get('/api/users/operators')).body).not.toContainEqual(
      expect.objectContaining({ id: operator.id }),
    )
    expect((await one.delete(path(operator))).status).toBe(404)
    // The name is free again, and its next owner inherits nothing.
    const namesake = await operatorOf(t.app, one, operator.username)
    expect((await one.get(path(namesake, '/metrics'))).body.totalEvents).toBe(0)
    expect((await namesake.get(`/api/events/${trip.containerId}`)).status).toBe(404)
  })

  it('is refused during an operation, with the reason', async () => {
    const operator = await operatorOf(t.app, one)
    const trip = await start(operator)
    const refused = await one.delete(path(operator))
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('active_operation')
    expect(refused.body.message).toContain(`tiene una operación activa (${trip.containerNumber})`)
    expect((await operator.get('/api/containers/active')).body.containerId).toBe(trip.containerId)
    await finish(operator, trip.containerId)
    expect((await one.delete(path(operator))).status).toBe(204)
  })

  it('and the start of an operation exclude each other', async () => {
    const boss = await register(t.app, 'supervisor')
    const outcomes = new Set<string>()
    for (let i = 0; i < 20; i++) {
      const operator = await operatorOf(t.app, boss)
      const [started, deleted] = await Promise.all([start(operator), boss.delete(path(operator))])
      outcomes.add(`${started.status} ${deleted.status}`)
      const active = await t.deps.database.orm
        .select()
        .from(containers)
        .where(eq(containers.userId, operator.id))
      const account = await t.deps.database.orm.select().from(users).where(eq(users.id, operator.id))
      // Never an active operation without its driver.
      expect(active.length).toBe(account.length)
      if (account.length > 0) {
        await finish(operator, started.containerId)
        expect((await boss.delete(path(operator))).status).toBe(204)
      }
    }
    for (const outcome of outcomes) expect(['201 409', '401 204']).toContain(outcome)
  })

  it('a start that waits for the deletion is refused', async () => {
    const operator = await operatorOf(t.app, one)
    const { orm } = t.deps.database
    let starting: ReturnType<typeof start> | undefined
    await orm.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, operator.id)).for('update')
      starting = start(operator)
      await new Promise((resolve) => setTimeout(resolve, 300))
      await recordAudit(tx, SYSTEM_TRACE, NOON, { action: 'operator_deleted', targetId: operator.id })
      await removeAccount(tx, operator.id)
    })
    expect((await starting)?.status).toBe(401)
    expect(await orm.select().from(containers).where(eq(containers.userId, operator.id))).toEqual([])
  })

  it('of two concurrent deletions of one operator one is 404', async () => {
    const operator = await operatorOf(t.app, one)
    const answers = await Promise.all([one.delete(path(operator)), one.delete(path(operator))])
    expect(answers.map((a) => a.status).sort()).toEqual([204, 404])
  })
})

describe('metrics of an operator', () => {
  it('are zero before the first operation', async () => {
    const operator = await operatorOf(t.app, one)
    expect((await one.get(path(operator, '/metrics'))).body).toEqual({
      totalOperations: 0,
      totalEvents: 0,
      operationsByType: { load: 0, unload: 0 },
      times: { productive: 0, unproductive: 0, neutral: 0, total: 0, productiveRatio: 0 },
    })
  })

  it('add up the closed intervals by kind, and leave out the open one', async () => {
    const boss = await register(t.app, 'supervisor')
    const operator = await operatorOf(t.app, boss)
    await finish(operator, (await start(operator)).containerId)
    t.clock.advance(3_600_000)
    const unload = await start(operator, 'unload')
    t.clock.advance(30_000)
    await operator.post('/api/events', { containerId: unload.containerId, eventType: 'en_route' })
    t.clock.advance(7_200_000)
    // Another driver's trip of the same tenant counts for that driver.
    await start(await operatorOf(t.app, boss))

    // Productive: 1200 + 600 driving, 5100 loading, 900 leaving. Unproductive: 300 + 2460 + 840 + 1020. Neutral: the
    // start 60, and 30 of the second trip. The trip's own length, in end_trip, is no interval.
    expect((await boss.get(path(operator, '/metrics'))).body).toEqual({
      totalOperations: 2,
      totalEvents: 12,
      operationsByType: { load: 1, unload: 1 },
      times: { productive: 130, unproductive: 77, neutral: 1.5, total: 208.5, productiveRatio: 62.4 },
    })
  })
})

describe('another supervisor', () => {
  const attempts: [
    string,
    (who: Actor, id: number | string) => Promise<{ status: number; body: unknown }>,
  ][] = [
    ['a new name', (who, id) => who.put(path({ id }), { displayName: 'Robado' })],
    ['a new password', (who, id) => who.put(path({ id }), { password: 'robada' })],
    ['deletion', (who, id) => who.delete(path({ id }))],
    ['metrics', (who, id) => who.get(path({ id }, '/metrics'))],
  ]

  it.each(attempts)('%s: gets the answer for an unknown operator', async (_what, attempt) => {
    const operator = await operatorOf(t.app, one)
    const before = await t.deps.database.orm.select().from(users).where(eq(users.id, operator.id))
    const foreign = await attempt(two, operator.id)
    const missing = await attempt(two, 2_000_000_000)
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(missing.body)
    expect(await t.deps.database.orm.select().from(users).where(eq(users.id, operator.id))).toEqual(before)
    expect((await operator.get('/api/user')).status).toBe(200)
    expect([200, 204]).toContain((await attempt(one, operator.id)).status)
  })

  it.each(attempts)(
    '%s: supervisors, self included, and free drivers are no operators',
    async (_w, attempt) => {
      const free = await register(t.app, 'operator')
      for (const id of [one.id, two.id, free.id]) {
        expect((await attempt(one, id)).status).toBe(404)
        expect((await t.deps.database.orm.select().from(users).where(eq(users.id, id))).length).toBe(1)
      }
    },
  )

  it.each(attempts)('%s: a hostile id is 404', async (_what, attempt) => {
    const ids = [
      '0',
      '-1',
      '1.5',
      '1e3',
      'abc',
      '2147483648',
      '99999999999999999999',
      '%00',
      "1'--",
      '٣',
      ' 1',
    ]
    for (const id of ids) expect((await attempt(one, encodeURIComponent(id))).status).toBe(404)
  })

  it.each(attempts)('%s: is refused to operators and strangers', async (_what, attempt) => {
    const operator = await operatorOf(t.app, one)
    expect((await attempt(operator, operator.id)).status).toBe(403)
    expect((await attempt(anonymous(t.app), operator.id)).status).toBe(401)
    expect((await one.get(path(operator, '/metrics'))).status).toBe(200)
  })
})

describe('without premium', () => {
  it('the operators tab works', async () => {
    const boss = await register(t.app, 'supervisor')
    await t.deps.database.orm
      .update(featureFlags)
      .set({ premiumExpirationDate: new Date(t.clock.now()) })
      .where(eq(featureFlags.userId, boss.id))
    const operator = await operatorOf(t.app, boss)
    expect((await boss.get('/api/users/operators')).body).toHaveLength(1)
    expect((await boss.get(path(operator, '/metrics'))).status).toBe(200)
    expect((await boss.put(path(operator), { displayName: 'Abc' })).status).toBe(200)
    expect((await boss.put(path(operator), { password: 'una secreta' })).status).toBe(200)
    expect((await boss.delete(path(operator))).status).toBe(204)
    expect((await boss.post('/api/users/invitations')).status).toBe(201)
    expect((await boss.delete('/api/users/invitations')).status).toBe(204)
    expect((await boss.get('/api/user/features')).body.features.operatorLimit).toBe('20')
  })
})
