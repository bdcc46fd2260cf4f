import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import type { LiveMessage } from '#contract/live/messages'
import { featureFlags } from '#server/db/schema/accounts'
import { say } from '#server/text/messages'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { atTheConsole } from '../support/administrator.ts'
import { setFlags } from '../support/flags.ts'
import { at, type Installation, startInstallation } from '../support/processes/processes.ts'
import { startRedis } from '../support/processes/redis.ts'
import { putOut } from '../support/put-out.ts'
import { goLive, openSocket, ticket } from '../support/socket.ts'
import { REST_OF_TRIP } from '../support/whole-trip.ts'

let boxes = 3000000
const container = (): string => `MSKU${boxes++}`

/** A whole trip, alternating between these processes. Returns the `seq` of its steps. */
async function drive(ways: readonly Actor[]): Promise<number[]> {
  const way = (i: number): Actor => ways[i % ways.length] as Actor
  const started = await way(0).post('/api/containers', { containerId: container(), operationType: 'load' })
  if (started.status !== 201) throw new Error(JSON.stringify(started.body))
  const numbers: number[] = []
  for (const [i, eventType] of REST_OF_TRIP.entries()) {
    const { status, body } = await way(i + 1).post('/api/events', {
      containerId: started.body.containerId,
      eventType,
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    numbers.push(body.seq)
  }
  return numbers
}

const seqs = (messages: readonly LiveMessage[]): number[] =>
  messages.flatMap((m) => (m.type === 'event_update' ? [m.payload.seq] : []))
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)

describe('two processes over one database and one Redis', () => {
  let t: Installation
  beforeAll(async () => {
    t = await startInstallation()
  })
  afterAll(() => t.close())

  it('a step recorded by one reaches a desk of the other within a second, unchanged', async () => {
    const boss = await register(t.one.app, 'supervisor')
    const driver = await operatorOf(t.one.app, boss)
    // Session and token from one, socket at the other: no sticky sessions needed.
    const desk = openSocket(t.ports.two, { token: await ticket(boss), cookie: boss.cookie })
    await desk.heard('hello')
    const { body: operation } = await driver.post('/api/containers', {
      containerId: container(),
      operationType: 'load',
    })
    const startedAt = performance.now()
    const { body } = await driver.post('/api/events', {
      containerId: operation.containerId,
      eventType: 'en_route',
    })
    const event = await desk.heard('event_update', (m) => m.payload.seq === 2)
    const update = await desk.heard('operation_update', (m) => m.seq === 2)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    expect(event.payload).toEqual(body)
    expect(update.payload).toMatchObject({ containerId: operation.containerId, version: 2 })
    desk.close()
  })

  it('numbers without gaps under concurrent writes, each delivered once to every desk', async () => {
    const boss = await register(t.one.app, 'supervisor')
    const drivers = await Promise.all(upTo(6).map(() => operatorOf(t.one.app, boss)))
    const desks = [await goLive(t.ports.one, boss), await goLive(t.ports.two, at(t.two, boss))]
    const total = drivers.length * (REST_OF_TRIP.length + 1)
    // Each trip alternates between the processes, half of them the other way round.
    await Promise.all(
      drivers.map((driver, i) => drive(i % 2 ? [driver, at(t.two, driver)] : [at(t.two, driver), driver])),
    )
    await expect.poll(() => desks.map(({ messages }) => seqs(messages).length)).toEqual([total, total])
    for (const desk of desks) expect(seqs(desk.messages).sort((a, b) => a - b)).toEqual(upTo(total))
    const { body } = await at(t.two, boss).get('/api/events?after=0&limit=1000')
    expect(body.map((e: { seq: number }) => e.seq)).toEqual(upTo(total))
    for (const desk of desks) desk.close()
  })

  it('ended sessions, a logout and a deleted driver close their sockets at the other process', async () => {
    const boss = await register(t.one.app, 'supervisor')
    const other = await register(t.one.app, 'supervisor')
    const driver = await operatorOf(t.one.app, boss)
    const [desk, otherDesk, phone] = [
      await goLive(t.ports.two, at(t.two, boss)),
      await goLive(t.ports.two, at(t.two, other)),
      await goLive(t.ports.two, at(t.two, driver)),
    ]
    const startedAt = performance.now()
    expect((await boss.delete(`/api/users/operators/${driver.id}`)).status).toBeLessThan(300)
    expect(await phone.closed).toBe(1000)
    await putOut(t.one.deps, boss)
    expect((await desk.heard('session_ended')).payload.message).toBe(
      say('deactivated_by_administrator').message,
    )
    expect(await desk.closed).toBe(1000)
    expect(otherDesk.socket.readyState).toBe(otherDesk.socket.OPEN)
    await other.post('/api/logout')
    expect(await otherDesk.closed).toBe(1000)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    expect((await at(t.two, boss).get('/api/user')).status).toBe(401)
  })

  it('who is put out, logs out or loses premium at one is refused at the other within a second', async () => {
    const [ended, left, unpaid] = [
      await register(t.one.app, 'supervisor'),
      await register(t.one.app, 'supervisor'),
      await register(t.one.app, 'supervisor'),
    ]
    const atTwo = [ended, left, unpaid].map((who) => at(t.two, who))
    const statuses = () =>
      Promise.all(atTwo.map(async (who) => (await who.get('/api/supervisor/operations')).status))
    expect(await statuses()).toEqual([200, 200, 200])
    await putOut(t.one.deps, ended)
    await left.post('/api/logout')
    await setFlags(t.one.deps, unpaid, { realTimeInfo: false })
    await vi.waitFor(async () => expect(await statuses()).toEqual([401, 401, 403]), { timeout: 1_000 })
  })

  it('entitlements changed at one are sent and enforced at the other', async () => {
    const boss = await register(t.one.app, 'supervisor')
    const driver = await operatorOf(t.one.app, boss)
    const desk = await goLive(t.ports.two, at(t.two, boss))
    const startedAt = performance.now()
    await setFlags(t.one.deps, boss, { realTimeInfo: false })
    expect((await desk.heard('entitlements_update')).payload.features.realTimeInfo).toBe(false)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    const listening = await goLive(t.ports.two, at(t.two, driver))
    await drive([driver])
    await listening.heard('operation_update', (m) => m.payload.ended)
    expect(seqs(desk.messages)).toEqual([])
    for (const socket of [desk, listening]) socket.close()
  })

  it('maintenance set at one applies at the other within a second, on and off', async () => {
    const boss = await register(t.one.app, 'supervisor')
    const console = atTheConsole(t.one.app)
    await console.login()
    const statuses = () =>
      Promise.all([t.one, t.two].map(async (process) => (await at(process, boss).get('/api/user')).status))
    for (const [value, status] of [
      ['true', 503],
      ['false', 200],
    ] as const) {
      const startedAt = performance.now()
      await console.post('/api/admin/settings', { key: 'maintenance_mode', value })
      await vi.waitFor(async () => expect(await statuses()).toEqual([status, status]), { timeout: 1_000 })
      expect(performance.now() - startedAt).toBeLessThan(1_000)
    }
  })

  it('says that Redis is there', async () => {
    expect((await t.one.app.inject('/readyz')).json()).toEqual({ status: 'ok', redis: 'ok' })
  })
})

it('while Redis is away both work and poll the database; afterwards every socket reconnects', async () => {
  const redis = await startRedis(inject('redis').program)
  // Also when the time is up, which a `finally` would not hear of.
  onTestFinished(() => redis.stop())
  const t = await startInstallation({ url: redis.url })
  onTestFinished(() => t.close())
  const [boss, ended] = [await register(t.one.app, 'supervisor'), await register(t.one.app, 'supervisor')]
  const driver = await operatorOf(t.one.app, boss)
  const desks = [await goLive(t.ports.one, boss), await goLive(t.ports.two, at(t.two, boss))]
  const [near, far] = desks as [(typeof desks)[0], (typeof desks)[0]]
  const endedDesk = await goLive(t.ports.two, at(t.two, ended))

  await redis.kill()
  const readiness = async () => {
    const answer = await t.two.app.inject('/readyz')
    return [answer.statusCode, answer.json()]
  }
  await expect.poll(readiness).toEqual([200, { status: 'ok', redis: 'away' }])
  const startedAt = performance.now()
  // The last one at the first process: no number that the second hears of shows what it missed.
  await drive([at(t.two, driver), driver])
  // Each process has published four messages into nothing; none of them waited.
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  expect(seqs(near.messages).length).toBeGreaterThan(0)
  await putOut(t.one.deps, ended)
  const { orm } = t.one.deps.database
  await orm.update(featureFlags).set({ linkSharing: false }).where(eq(featureFlags.userId, boss.id))
  // No message reaches this process; it polls.
  await vi.waitFor(
    () => {
      const hellos = far.messages.flatMap((m) => (m.type === 'hello' ? [m.payload.seq] : []))
      expect(hellos.at(-1)).toBe(REST_OF_TRIP.length + 1)
      const told = far.messages.flatMap((m) => (m.type === 'entitlements_update' ? [m.payload.features] : []))
      expect(told.map((features) => features.linkSharing)).toEqual([false])
    },
    { timeout: 7_000 },
  )
  expect(await endedDesk.closed).toBe(4401)

  await redis.restart()
  expect(await Promise.all(desks.map(({ closed }) => closed))).toEqual([1012, 1012])
  const again = await goLive(t.ports.two, at(t.two, boss))
  expect((await again.heard('hello')).payload.seq).toBe(REST_OF_TRIP.length + 1)
  const { body } = await at(t.two, boss).get('/api/events?after=0')
  expect(body.map((e: { seq: number }) => e.seq)).toEqual(upTo(REST_OF_TRIP.length + 1))
  expect((await at(t.two, ended).post('/api/live-token')).status).toBe(401)
  again.close()
})
