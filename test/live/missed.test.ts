import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LiveMessage } from '#contract/live/messages'
import { premiumReader } from '#server/features/base/entitlements/service'
import type { Listener } from '#server/live/audience'
import type { Connection } from '#server/live/connections'
import { lookForMissed } from '#server/live/missed'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { goLive, listen } from '../support/socket.ts'

let t: TestApp
let port: number
beforeAll(async () => {
  t = await createTestApp()
  port = (await listen(t.app)).port
})
afterAll(() => t.close())

let boxes = 4000000
const startTrip = async (driver: Actor): Promise<void> => {
  const { status } = await driver.post('/api/containers', {
    containerId: `MSKU${boxes++}`,
    operationType: 'load',
  })
  expect(status).toBe(201)
}

it('sends nothing to a socket that is up to date, or may not see events', async () => {
  const boss = await register(t.app, 'supervisor')
  const without = await register(t.app, 'supervisor')
  const drivers = [await operatorOf(t.app, boss), await operatorOf(t.app, without)]
  const client = await goLive(port, boss)
  await Promise.all(drivers.map(startTrip))
  await client.heard('event_update')

  const rows = await t.deps.database.pool.query<{ sid: string }>('select sid from session limit 1')
  const sent: LiveMessage[] = []
  const refreshed: number[] = []
  const flags = await t.deps.database.pool.query(
    'update feature_flags set real_time_info = false where user_id = $1',
    [without.id],
  )
  expect(flags.rowCount).toBe(1)
  const sessionId = rows.rows[0]?.sid ?? ''
  const premium = { flags: {} as never, activated: true, expiresAt: null }
  const listener = (userId: number): Listener => ({
    role: 'supervisor',
    userId,
    sessionId,
    premium,
    toldExpiry: null,
  })
  const connection = (userId: number, told: number): Connection => ({
    listener: listener(userId),
    socket: {} as never,
    wire: {} as never,
    missed: 0,
    told,
  })
  const knowing = [connection(boss.id, 1), connection(without.id, 0)]
  const missed = lookForMissed({
    db: t.deps.database.orm,
    read: premiumReader(t.deps.database.orm),
    clock: t.clock,
    bus: t.deps.bus,
    connections: { all: () => knowing, send: (_connection, message) => sent.push(message) },
    refresh: async (supervisorId) => {
      refreshed.push(supervisorId)
    },
    onError: (error) => {
      throw error
    },
  })
  missed.stop()
  await missed.look()
  expect(sent).toEqual([])
  // Their premium is not what these listeners were given: each is refreshed, once.
  expect(refreshed).toEqual([boss.id, without.id])

  const [first] = knowing
  if (first) first.told = 0
  await missed.look()
  await missed.look()
  expect(sent).toEqual([
    { type: 'hello', payload: { seq: 1, serverTime: new Date(t.clock.now()).toISOString() } },
  ])
  client.close()
})
