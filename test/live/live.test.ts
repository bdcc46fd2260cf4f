import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokens } from '#server/live/tokens'
import { say } from '#server/text/messages'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { setFlags } from '../support/flags.ts'
import { putOut } from '../support/put-out.ts'
import { goLive, type LiveClient, listen, openSocket, ticket } from '../support/socket.ts'
import { REST_OF_TRIP } from '../support/whole-trip.ts'

let t: TestApp
let port: number
let supervisor: Actor

beforeAll(async () => {
  t = await createTestApp()
  port = (await listen(t.app)).port
  supervisor = await register(t.app, 'supervisor')
})
afterAll(() => t.close())

let boxes = 2000000
async function startTrip(boss: Actor = supervisor) {
  const operator = await operatorOf(t.app, boss)
  const answer = await operator.post('/api/containers', {
    containerId: `MSKU${boxes++}`,
    operationType: 'load',
  })
  const { containerId } = answer.body as { containerId: string }
  return {
    operator,
    containerId,
    step: (eventType: string) => operator.post('/api/events', { containerId, eventType }),
  }
}

const quiet = (milliseconds = 150) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('connecting', () => {
  it('sends the newest seq in hello', async () => {
    await startTrip()
    const client = await goLive(port, supervisor)
    const { seq } = (await supervisor.get('/api/supervisor/operations')).body
    expect(seq).toBeGreaterThan(0)
    expect((await client.heard('hello')).payload.seq).toBe(seq)
    client.close()
  })

  it('accepts a token once', async () => {
    const token = await ticket(supervisor)
    const first = openSocket(port, { token, cookie: supervisor.cookie })
    await first.heard('hello')
    const second = openSocket(port, { token, cookie: supervisor.cookie })
    expect(await second.closed).toBe(4401)
    first.close()
  })

  it('accepts a token once, also when it is used twice in one statement', async () => {
    const tokens = createTokens({ pool: t.deps.database.pool, clock: t.clock, perAccount: 3 })
    const holder = { userId: supervisor.id, sessionId: 's' }
    const token = await tokens.issue(holder)
    expect(await Promise.all([1, 2, 3].map(() => tokens.redeem(token, holder)))).toEqual([true, false, false])
  })

  it('refuses a token that is older than 30 seconds', async () => {
    const token = await ticket(supervisor)
    t.clock.advance(30_000)
    expect(await openSocket(port, { token, cookie: supervisor.cookie }).closed).toBe(4401)
  })

  it('refuses no token, no session, another session, a foreign Origin and none', async () => {
    const other = await register(t.app, 'supervisor')
    const attempts = [
      { cookie: supervisor.cookie },
      { token: await ticket(supervisor), cookie: null },
      { token: await ticket(supervisor), cookie: other.cookie },
      { token: await ticket(supervisor), cookie: supervisor.cookie, origin: 'https://evil.example' },
      { token: await ticket(supervisor), cookie: supervisor.cookie, origin: null },
    ]
    for (const attempt of attempts) {
      const client = openSocket(port, attempt)
      expect(await client.closed).toBe(4401)
      expect(client.messages).toEqual([])
    }
  })
})

describe('who receives what', () => {
  it('the supervisor receives each step as event and as operation, with the same seq', async () => {
    const client = await goLive(port, supervisor)
    const trip = await startTrip()
    const { body } = await trip.step('en_route')
    const event = await client.heard('event_update', (m) => m.payload.id === body.id)
    expect(event.payload).toEqual(body)
    const operation = await client.heard('operation_update', (m) => m.seq === body.seq)
    expect(operation.payload).toMatchObject({ containerId: trip.containerId, version: 2, ended: false })
    client.close()
  })

  it('receives the end of an operation as ended', async () => {
    const client = await goLive(port, supervisor)
    const trip = await startTrip()
    for (const type of REST_OF_TRIP) {
      expect((await trip.step(type)).status).toBe(201)
    }
    const last = await client.heard('operation_update', (m) => m.payload.ended)
    expect(last.payload).toMatchObject({ isActive: false, currentStatus: 'Operación completada' })
    client.close()
  })

  it('another supervisor or operator receives nothing', async () => {
    const stranger = await goLive(port, await register(t.app, 'supervisor'))
    const colleague = await goLive(port, (await startTrip()).operator)
    const client = await goLive(port, supervisor)
    const trip = await startTrip()
    await trip.step('en_route')
    await client.heard('event_update', (m) => m.payload.containerId === trip.containerId)
    await quiet()
    expect(stranger.messages.map((m) => m.type)).toEqual(['hello'])
    expect(colleague.messages.map((m) => m.type)).toEqual(['hello'])
    for (const c of [stranger, colleague, client]) c.close()
  })

  it('a second phone of the operator receives their own operation', async () => {
    const trip = await startTrip()
    const phone = await goLive(port, trip.operator)
    await trip.step('en_route')
    expect((await phone.heard('operation_update')).payload.currentEventType).toBe('en_route')
    phone.close()
  })

  it('a changed destination reaches every desk of the supervisor and the driver, and nobody else', async () => {
    const trip = await startTrip()
    const place = await supervisor.post('/api/supervisor/places', {
      name: 'Parque',
      kind: 'park',
      shape: { type: 'circle', center: { lat: 20.52, lng: -103.18 }, radiusMetres: 300 },
    })
    const desks = [await goLive(port, supervisor), await goLive(port, supervisor)]
    const phone = await goLive(port, trip.operator)
    const strangers = [
      await goLive(port, await register(t.app, 'supervisor')),
      await goLive(port, (await startTrip()).operator),
    ]
    const { containerId } = trip
    const placeId: number = place.body.id
    await supervisor.put(`/api/containers/${containerId}/destination`, { placeId })
    for (const client of [...desks, phone]) {
      const { payload } = await client.heard('destination_update')
      expect(payload).toEqual({ containerId, placeId, placeGiven: true, clientId: null })
    }
    // What was told can also be fetched.
    const listed = (await supervisor.get('/api/supervisor/operations')).body.operations
    for (const operation of [
      listed.find((each: { containerId: string }) => each.containerId === containerId),
      (await trip.operator.get('/api/containers/active')).body,
    ]) {
      expect(operation).toMatchObject({ placeId, placeGiven: true })
    }
    await quiet()
    const told = (client: LiveClient) =>
      client.messages.filter(({ type }) => type === 'destination_update').length
    expect([...desks, phone, ...strangers].map(told)).toEqual([1, 1, 1, 0, 0])
    for (const client of [...desks, phone, ...strangers]) client.close()
  })

  it('a refused or replayed step sends no message', async () => {
    const trip = await startTrip()
    const client = await goLive(port, supervisor)
    const eventId = crypto.randomUUID()
    const again = () =>
      trip.operator.post('/api/events', { containerId: trip.containerId, eventType: 'en_route', eventId })
    await again()
    expect((await again()).status).toBe(200)
    expect((await trip.step('end_trip')).status).toBe(409)
    await quiet()
    expect(client.messages.filter((m) => m.type === 'event_update')).toHaveLength(1)
    client.close()
  })

  it('sends nothing without real-time information, or after its expiry', async () => {
    const boss = await register(t.app, 'supervisor')
    await setFlags(t.deps, boss, { premiumExpirationDate: new Date(t.clock.now() + 60_000) })
    const client = await goLive(port, boss)
    const trip = await startTrip(boss)
    await client.heard('event_update')
    t.clock.advance(60_000)
    await trip.step('en_route')
    await quiet()
    expect(client.messages.filter((m) => m.type === 'event_update')).toHaveLength(1)
    client.close()
  })

  it('sends changed entitlements, and enforces them', async () => {
    const boss = await register(t.app, 'supervisor')
    const client = await goLive(port, boss)
    await setFlags(t.deps, boss, { realTimeInfo: false })
    const told = await client.heard('entitlements_update')
    expect(told.payload.features).toMatchObject({ realTimeInfo: false, linkSharing: true })
    await startTrip(boss)
    await quiet()
    expect(client.messages.some((m) => m.type === 'event_update')).toBe(false)
    client.close()
  })
})

describe('disconnecting', () => {
  it('logging out closes the sockets of that session only', async () => {
    const boss = await register(t.app, 'supervisor')
    const client = await goLive(port, boss)
    const other = await goLive(port, supervisor)
    await boss.post('/api/logout')
    expect(await client.closed).toBe(1000)
    expect(other.socket.readyState).toBe(other.socket.OPEN)
    other.close()
  })

  it('ending the sessions of an account sends the reason, closes its sockets and clears its cookie', async () => {
    const boss = await register(t.app, 'supervisor')
    const client = await goLive(port, boss)
    await putOut(t.deps, boss)
    expect((await client.heard('session_ended')).payload.message).toBe(
      say('deactivated_by_administrator').message,
    )
    expect(await client.closed).toBe(1000)
    expect((await boss.get('/api/user')).status).toBe(401)
  })

  it('a stopping process closes its sockets so that clients reconnect', async () => {
    const own = await createTestApp()
    const { port: ownPort } = await listen(own.app)
    const client = await goLive(ownPort, await register(own.app, 'supervisor'))
    await own.close()
    expect(await client.closed).toBe(1012)
  })
})
