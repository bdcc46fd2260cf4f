import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featureFlags } from '#server/db/schema/accounts'
import { premiumReader } from '#server/features/base/entitlements/service'
import type { Listener } from '#server/live/audience'
import type { Connection } from '#server/live/connections'
import { tellEntitlements } from '#server/live/entitlements'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { goLive, type LiveClient, listen } from '../support/socket.ts'

let t: TestApp
let port: number

beforeAll(async () => {
  t = await createTestApp()
  port = (await listen(t.app)).port
})
afterAll(() => t.close())

const HOUR_MS = 3_600_000
const quiet = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const setFlags = (who: Actor, values: Partial<typeof featureFlags.$inferInsert>) =>
  t.deps.database.orm.update(featureFlags).set(values).where(eq(featureFlags.userId, who.id))

/** A supervisor whose premium ends in an hour. */
async function supervisorForAnHour(): Promise<Actor> {
  const boss = await register(t.app, 'supervisor')
  await setFlags(boss, { premiumExpirationDate: new Date(t.clock.now() + HOUR_MS) })
  return boss
}

const updates = (client: LiveClient) => client.messages.filter((m) => m.type === 'entitlements_update')

let boxes = 6000000
const startTrip = async (boss: Actor) =>
  (await operatorOf(t.app, boss)).post('/api/containers', {
    containerId: `MSKU${boxes++}`,
    operationType: 'load',
  })

describe('the end of premium', () => {
  it('is sent within two seconds to every socket of that supervisor, once, and to no other', async () => {
    const boss = await supervisorForAnHour()
    const endsLater = await register(t.app, 'supervisor')
    const [desk, phone, other] = [
      await goLive(port, boss),
      await goLive(port, boss),
      await goLive(port, endsLater),
    ]
    const driver = await goLive(port, await operatorOf(t.app, boss))
    t.clock.advance(HOUR_MS - 1)
    await quiet(1_200)
    expect(updates(desk)).toEqual([])

    t.clock.advance(1)
    const told = await desk.heard('entitlements_update')
    await phone.heard('entitlements_update')
    expect(told.payload).toEqual((await boss.get('/api/user/features')).body)
    expect(told.payload.features).toMatchObject({
      realTimeInfo: false,
      kpiVisibility: false,
      operationLogs: false,
      fullScreenEnabled: false,
      linkSharing: false,
      premiumActivated: false,
      premiumExpirationDate: new Date(t.clock.now()).toISOString(),
    })
    await startTrip(boss)
    await quiet(1_200)
    expect(updates(desk)).toHaveLength(1)
    expect(desk.messages.map((m) => m.type)).toEqual(['hello', 'entitlements_update'])
    expect(other.messages.map((m) => m.type)).toEqual(['hello'])
    expect(driver.messages.map((m) => m.type)).toEqual(['hello'])
    for (const client of [desk, phone, other, driver]) client.close()
  })

  it('is sent to sockets that connect later: the page may have asked before', async () => {
    const boss = await supervisorForAnHour()
    t.clock.advance(HOUR_MS)
    const client = await goLive(port, boss)
    await client.heard('entitlements_update')
    client.close()
  })

  it('is sent again when renewed premium ends', async () => {
    const boss = await supervisorForAnHour()
    const client = await goLive(port, boss)
    t.clock.advance(HOUR_MS)
    await client.heard('entitlements_update', (m) => !m.payload.features.premiumActivated)

    await setFlags(boss, { premiumExpirationDate: new Date(t.clock.now() + HOUR_MS) })
    t.deps.bus.publish({ kind: 'entitlements_changed', supervisorId: boss.id })
    await client.heard('entitlements_update', (m) => m.payload.features.premiumActivated)
    await startTrip(boss)
    await client.heard('event_update')

    t.clock.advance(HOUR_MS)
    await quiet(1_200)
    expect(
      client.messages
        .filter((m) => m.type === 'entitlements_update')
        .map((m) => m.payload.features.premiumActivated),
    ).toEqual([false, true, false])
    client.close()
  })
})

describe('looking for expired premium', () => {
  /** The sender over connections that record their messages. `isAway`: whether the database is away. */
  function given(listeners: Listener[], isAway: () => boolean = () => false) {
    const sent: number[] = []
    const errors: unknown[] = []
    const connections = listeners.map((listener) => ({ listener })) as never as Connection[]
    const db = new Proxy(t.deps.database.orm, {
      get(orm, key, receiver) {
        if (isAway()) throw new Error('the database is away')
        return Reflect.get(orm, key, receiver)
      },
    })
    const teller = tellEntitlements({
      read: premiumReader(db),
      clock: t.clock,
      connections: {
        all: () => connections,
        of: (userId) => connections.filter(({ listener }) => listener.userId === userId),
        send: ({ listener }) => sent.push(listener.userId),
      },
      onError: (error) => errors.push(error),
    })
    // It is asked by hand here.
    teller.stop()
    return { teller, sent, errors }
  }

  const listening = (who: Actor, expiresAt: number | null): Listener => ({
    role: 'supervisor',
    userId: who.id,
    sessionId: 's',
    premium: { flags: {} as never, activated: true, expiresAt },
    toldExpiry: null,
  })

  it('sends once to those who are due, after reading the database', async () => {
    const [boss, renewed] = [await supervisorForAnHour(), await supervisorForAnHour()]
    const expiry = t.clock.now() + HOUR_MS
    await setFlags(renewed, { premiumExpirationDate: new Date(expiry + HOUR_MS) })
    const listeners = [
      listening(boss, expiry),
      listening(renewed, expiry),
      listening(await register(t.app, 'supervisor'), null),
      { role: 'operator' as const, userId: boss.id, sessionId: 's' },
    ]
    const { teller, sent } = given(listeners)
    expect(await teller.announceExpired(t.clock.now())).toEqual([])
    t.clock.advance(HOUR_MS)
    expect(await teller.announceExpired(t.clock.now())).toEqual([boss.id, renewed.id])
    expect(new Set(sent)).toEqual(new Set([boss.id, renewed.id]))
    expect(await teller.announceExpired(t.clock.now())).toEqual([])
    // The one who was given another hour is due again after it.
    t.clock.advance(HOUR_MS)
    expect(await teller.announceExpired(t.clock.now())).toEqual([renewed.id])
  })

  it('does not send twice while the database is slow', async () => {
    const boss = await supervisorForAnHour()
    const { teller, sent } = given([listening(boss, t.clock.now())])
    const scans = await Promise.all([1, 2, 3].map(() => teller.announceExpired(t.clock.now())))
    expect(scans).toEqual([[boss.id], [], []])
    expect(sent).toEqual([boss.id])
  })

  it('retries when the database was away', async () => {
    const boss = await supervisorForAnHour()
    t.clock.advance(HOUR_MS)
    let away = true
    const { teller, sent, errors } = given([listening(boss, t.clock.now())], () => away)
    expect(await teller.announceExpired(t.clock.now())).toEqual([])
    expect([sent.length, errors.length]).toEqual([0, 1])
    away = false
    expect(await teller.announceExpired(t.clock.now())).toEqual([boss.id])
    expect(sent).toEqual([boss.id])
  })
})
