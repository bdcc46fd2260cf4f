import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { featureFlags, users } from '#server/db/schema/accounts'
import { session } from '#server/db/schema/sign-in'
import { type Actor, GIVEN_PASSWORD, login, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { type Administrator, administrator } from '../../support/administrator.ts'
import { createTwoProcesses } from '../../support/processes/two-processes.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let t: Awaited<ReturnType<typeof createTwoProcesses>>
let boss: Actor
let console: Administrator
beforeAll(async () => {
  t = await createTwoProcesses()
  // The first supervisor cannot be deleted.
  boss = await register(t.processes[0].app, 'supervisor')
  console = await administrator(t.processes[0].app)
})
afterAll(() => t.close())

const supervisor = () => register(t.processes[0].app, 'supervisor')
const driver = () => operatorOf(t.processes[0].app, boss)
const statusAt = async (process: 0 | 1, who: Actor, path = '/api/user') =>
  (await t.at(process, who).get(path)).status
const sessionOf = async ({ id }: Actor) => {
  const rows = await t.database.orm
    .select()
    .from(session)
    .where(sql`sess ->> 'userId' = ${String(id)}`)
  return rows[0]
}
/** The second process hears all that the first has told. */
const hearAll = () => {
  while (t.buses[1].onTheWay.length > 0) t.buses[1].hear(0)
}

describe('a caller that this process knows', () => {
  it.each([
    ['a driver', driver, '/api/containers/active'],
    ['a desk', supervisor, '/api/supervisor/operations'],
  ])('costs the poll of %s no statement', async (_, make, path) => {
    const who = await make()
    if (who.username.startsWith('chofer'))
      await who.post('/api/containers', { containerId: `MSKU${6_000_000 + who.id}`, operationType: 'load' })
    await who.get(path)
    const { pool, vital } = t.database
    const statements = [pool, vital.pool].map((one) => vi.spyOn(one, 'connect'))
    try {
      // Retried: the callers are confirmed in the background.
      const answer = async () => {
        for (const spy of statements) spy.mockClear()
        const { status } = await who.get(path)
        return { status, statements: statements.flatMap(({ mock }) => mock.calls).length }
      }
      await expect.poll(answer).toEqual({ status: 200, statements: 0 })
    } finally {
      for (const spy of statements) spy.mockRestore()
    }
  })
})

/** Each way in which a caller's door closes: what does it, and the path that is closed. */
const WAYS: [string, () => Promise<Actor>, (who: Actor) => Promise<unknown>, string?][] = [
  ['a logout', supervisor, (who) => who.post('/api/logout')],
  [
    'being deactivated',
    supervisor,
    ({ id }) => console.post(`/api/admin/users/${id}/status`, { active: false }),
  ],
  ['a new password', driver, ({ id }) => boss.put(`/api/users/operators/${id}`, { password: 'otra clave' })],
  [
    'being ended from another device',
    driver,
    async ({ username }) => (await login(t.processes[0].app, username)).delete('/api/account/sessions'),
  ],
  [
    'a new password of their own, from another device',
    supervisor,
    async ({ username }) =>
      (await login(t.processes[0].app, username)).put('/api/account/password', {
        currentPassword: PASSWORD,
        newPassword: 'otra clave mejor',
      }),
  ],
  ['being deleted', driver, ({ id }) => boss.delete(`/api/users/operators/${id}`)],
  [
    'being deleted by the administrator',
    supervisor,
    ({ id }) => console.delete(`/api/admin/supervisors/${id}`),
  ],
  [
    'a login that replaces the session',
    supervisor,
    ({ username, cookie }) =>
      t.processes[0].app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { cookie: `acarreo.sid=${cookie}` },
        payload: { username, password: PASSWORD },
      }),
  ],
  [
    'premium that is taken away',
    supervisor,
    ({ id }) => console.post(`/api/admin/users/${id}/features`, { features: { realTimeInfo: false } }),
    '/api/supervisor/operations',
  ],
]

describe.each(WAYS)('%s', (_, make, close, path = '/api/user') => {
  const isClosed = path === '/api/user' ? 401 : 403

  it('is enforced with the next request where it was done, and elsewhere with the message', async () => {
    const who = await make()
    hearAll()
    for (const process of [0, 1] as const) expect(await statusAt(process, who, path)).toBe(200)
    const copied = { ...who }
    await close(who)
    expect(await statusAt(0, copied, path)).toBe(isClosed)
    hearAll()
    expect(await statusAt(1, copied, path)).toBe(isClosed)
  })

  it('is enforced elsewhere at once while no message arrives, and after the gap', async () => {
    const both = [await make(), await make()]
    for (const who of both) expect(await statusAt(1, who, path)).toBe(200)
    const copied = both.map((who) => ({ ...who }))
    t.buses[1].disconnect()
    try {
      for (const who of both) await close(who)
      expect(await statusAt(1, copied[0] as Actor, path)).toBe(isClosed)
      t.buses[1].reconnect()
      for (const who of copied) expect(await statusAt(1, who, path)).toBe(isClosed)
    } finally {
      t.buses[1].reconnect()
    }
  })
})

it('an own password opens every process at once, without a message', async () => {
  const [here] = t.processes
  const username = `recién${boss.id}`
  const given = { password: GIVEN_PASSWORD, mustChangePassword: true }
  await boss.post('/api/users/operators', { username, displayName: 'Recién', ...given })
  const who = await login(here.app, username, GIVEN_PASSWORD)
  hearAll()
  for (const process of [0, 1] as const) {
    expect(await statusAt(process, who, '/api/containers/active')).toBe(403)
  }
  expect((await who.put('/api/account/password', { newPassword: PASSWORD })).status).toBe(200)
  expect(await statusAt(1, who, '/api/containers/active')).toBe(200)
  hearAll()
})

it('a driver’s new name is on the next trip, at every process that has heard of it', async () => {
  const who = await driver()
  const [first, second] = [t.at(0, who), t.at(1, who)]
  for (const at of [first, second]) expect((await at.get('/api/containers/active')).status).toBe(200)
  await boss.put(`/api/users/operators/${who.id}`, { displayName: 'Otro Nombre', phone: null })
  hearAll()
  const { body } = await second.post('/api/containers', { containerId: 'MSKU7000001', operationType: 'load' })
  expect(body.displayName).toBe('Otro Nombre')
})

it('what is changed in the database directly shows within five seconds', async () => {
  const { orm } = t.database
  const [deleted, inactive, renamed, unpaid] = await Promise.all([driver(), driver(), driver(), supervisor()])
  const asked: [Actor, string, number][] = [
    [deleted, '/api/containers/active', 401],
    [inactive, '/api/containers/active', 401],
    [renamed, '/api/containers/active', 401],
    [unpaid, '/api/supervisor/operations', 403],
  ]
  const statuses = () => Promise.all(asked.map(([who, path]) => statusAt(0, who, path)))
  expect(await statuses()).toEqual([200, 200, 200, 200])
  await orm.delete(session).where(sql`sess ->> 'userId' = ${String(deleted.id)}`)
  await orm.update(users).set({ isActive: false }).where(eq(users.id, inactive.id))
  await orm.update(users).set({ passwordHash: 'otra' }).where(eq(users.id, renamed.id))
  await orm.update(featureFlags).set({ realTimeInfo: false }).where(eq(featureFlags.userId, unpaid.id))
  const wanted = asked.map(([, , status]) => status)
  await expect.poll(statuses, { timeout: 5_500, interval: 100 }).toEqual(wanted)
})

describe('the life of a session', () => {
  it('is thirty days, however much it is used; once an hour its use is noted', async () => {
    const who = await driver()
    const began = t.clock.now()
    const seenAt = async () => (await sessionOf(who))?.sess
    expect(await statusAt(0, who)).toBe(200)
    t.clock.advance(HOUR_MS - 1)
    await statusAt(0, who)
    expect(await seenAt()).toMatchObject({ seenAt: began })
    t.clock.advance(1)
    const { status, headers } = await who.get('/api/user')
    expect([status, headers['set-cookie']]).toEqual([200, undefined])
    expect(await seenAt()).toMatchObject({ userId: who.id, seenAt: t.clock.now() })
    t.clock.advance(30 * DAY_MS - HOUR_MS - 1)
    expect(await statusAt(1, who)).toBe(200)
    t.clock.advance(1)
    expect(await statusAt(1, who)).toBe(401)
    expect(await sessionOf(who)).toBeUndefined()
    boss = await supervisor()
    console = await administrator(t.processes[0].app)
  })

  it('that has ended does not begin again when its use is noted', async () => {
    const who = await driver()
    expect(await statusAt(0, who)).toBe(200)
    await t.database.orm.delete(session).where(sql`sess ->> 'userId' = ${String(who.id)}`)
    t.clock.advance(HOUR_MS)
    expect(await statusAt(0, who)).toBe(401)
    expect(await sessionOf(who)).toBeUndefined()
  })
})
