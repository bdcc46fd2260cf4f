import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sumTrips } from '#server/record/read/trip-sums'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { contractOf, parkOf, visit } from '../../support/visit.ts'

const MINUTE = 60_000
const CONTRACTS = '/api/detention/contracts'

let t: TestApp
let boss: Actor
let rival: Actor
let place: { id: number; clientId: number }

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  rival = await register(t.app, 'supervisor')
  const made = await boss.post(
    '/api/supervisor/places',
    parkOf('Parque', { freeMinutes: 60, client: 'Importadora' }),
  )
  expect(made.status).toBe(201)
  place = made.body
})
afterAll(() => t.close())

/** The month by the sums of before and what came after them, which is what new sums give. */
const month = async () => {
  const { body } = await boss.get('/api/detention?month=2026-03')
  await sumTrips(t.deps.database)
  expect((await boss.get('/api/detention?month=2026-03')).body).toEqual(body)
  return body
}

describe('a contract', () => {
  it('is kept, changed and ended, and is its supervisor’s alone', async () => {
    const asked = contractOf({ clientId: place.clientId, placeId: place.id, name: 'Con ambos' })
    const made = await boss.post(CONTRACTS, asked)
    expect([made.status, made.body]).toEqual([201, { ...asked, id: expect.any(Number) }])
    const url = `${CONTRACTS}/${made.body.id}`
    const ended = { ...asked, validUntil: '2026-01-31' }
    expect(await boss.put(url, ended)).toMatchObject({ status: 200, body: ended })
    expect((await rival.put(url, contractOf())).status).toBe(404)
    expect((await rival.post(CONTRACTS, contractOf({ placeId: place.id }))).status).toBe(404)
    expect((await rival.post(CONTRACTS, contractOf({ clientId: place.clientId }))).status).toBe(404)
    expect((await rival.get(CONTRACTS)).body).toEqual({ contracts: [], clients: [], places: [] })
    expect((await boss.get(CONTRACTS)).body).toMatchObject({
      contracts: [{ name: 'Con ambos' }],
      clients: [{ name: 'Importadora' }],
      places: [{ name: 'Parque', freeMinutes: 60 }],
    })
  })

  it('is refused where another counts equally on one of its days, also at the same moment', async () => {
    const asked = contractOf({ operationType: 'unload', validFrom: '2026-02-01', validUntil: '2026-02-28' })
    const both = await Promise.all([boss.post(CONTRACTS, asked), boss.post(CONTRACTS, asked)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('contract_overlaps')
    const sameDay = { ...asked, validFrom: '2026-02-28', validUntil: null }
    expect((await boss.post(CONTRACTS, sameDay)).status).toBe(409)
    expect((await boss.post(CONTRACTS, { ...sameDay, validFrom: '2026-03-01' })).status).toBe(201)
    expect((await boss.post(CONTRACTS, { ...asked, operationType: 'load' })).status).toBe(201)
    expect((await rival.post(CONTRACTS, asked)).status).toBe(201)
  })

  it.each([
    [{ rates: [] }],
    [{ rates: [{ uptoMinutes: 60, centavosPerHour: 1 }] }],
    [{ rates: [{ uptoMinutes: null, centavosPerHour: 1.5 }] }],
    [{ blockMinutes: 0 }],
    [{ freeMinutes: -1 }],
    [{ pauses: [{ from: '25:00', to: '26:00' }] }],
    [{ pauses: [{ from: '00:00', to: '00:00' }] }],
    [
      {
        pauses: [
          { from: '06:00', to: '18:30' },
          { from: '18:00', to: '06:00' },
        ],
      },
    ],
    [{ validFrom: '2026-02-30' }],
    [{ validFrom: '2026-02-02', validUntil: '2026-02-01' }],
    [{ name: ' ' }],
  ])('is refused with %j', async (wrong) => {
    expect((await boss.post(CONTRACTS, contractOf(wrong))).status).toBe(400)
  })
})

describe('a visit', () => {
  it('costs what docs/estadia.md says, and a correction moves it', async () => {
    const { body: contract } = await boss.post(
      CONTRACTS,
      contractOf({ clientId: place.clientId, validFrom: '2026-03-01' }),
    )
    const { key, arrivedAt } = await visit(t, boss)
    expect((await month()).clients).toMatchObject([
      {
        clientId: place.clientId,
        name: 'Importadora',
        operations: 1,
        countedMinutes: 157,
        chargeableMinutes: 37,
        centavos: 63_000,
        visits: [
          { containerId: key, place: 'Parque', contract: contract.name, charge: { billedMinutes: 45 } },
        ],
      },
    ])
    const { body: record } = await boss.get(`/api/events/${key}`)
    const position = record.find(
      (event: { eventType: string }) => event.eventType === 'arrived_at_park',
    ).position
    const corrected = await boss.post(`/api/containers/${key}/corrections`, {
      kind: 'time',
      position,
      timestamp: new Date(arrivedAt + 10 * MINUTE).toISOString(),
      reason: 'según la caseta',
    })
    expect(corrected.status).toBeLessThan(300)
    expect((await month()).clients).toMatchObject([{ chargeableMinutes: 27, centavos: 42_000 }])
    expect((await rival.get('/api/detention?month=2026-03')).body.clients).toEqual([])
  })

  it('counts to now while the truck is there, with what the page needs for each minute', async () => {
    const { key, driver, arrivedAt } = await visit(t, boss, 41)
    const { body } = await boss.get('/api/detention/now')
    expect(body).toEqual([
      {
        containerId: key,
        contract: 'Acuerdo',
        arrivedAt: new Date(arrivedAt).toISOString(),
        accessAt: new Date(arrivedAt + 41 * MINUTE).toISOString(),
        exitAt: null,
        terms: {
          basis: 'visit',
          freeMinutes: 120,
          blockMinutes: 15,
          rates: [{ uptoMinutes: null, centavosPerHour: 84_000 }],
          pauses: [],
          zone: 'America/Mexico_City',
        },
      },
    ])
    t.clock.advance((190 - 41) * MINUTE)
    const [client] = (await month()).clients
    expect(client.visits.at(-1)).toMatchObject({
      isActive: true,
      charge: { chargeableMinutes: 70, centavos: 105_000 },
    })
    // Cancelled, it is in no figure.
    const cancelled = await boss.post(`/api/containers/${key}/corrections`, {
      kind: 'cancellation',
      reason: 'de prueba',
    })
    expect(cancelled.status).toBeLessThan(300)
    expect((await month()).clients).toMatchObject([{ operations: 1 }])
    expect((await boss.get('/api/detention/now')).body).toEqual([])
    expect((await driver.get('/api/detention/now')).status).toBe(403)
  })

  it('that says it arrived in the year 2000 is kept as reported, and counted for 90 days', async () => {
    const forgetful = await register(t.app, 'supervisor')
    const pauses = [
      { from: '02:00', to: '03:00' },
      { from: '06:30', to: '07:00' },
      { from: '10:30', to: '10:45' },
      { from: '14:00', to: '15:00' },
      { from: '22:00', to: '00:30' },
    ]
    await forgetful.post(CONTRACTS, contractOf({ validFrom: '2000-01-01', pauses }))
    const driver = await operatorOf(t.app, forgetful)
    const at = (minute: number) => new Date(Date.UTC(2000, 0, 2, 12, minute)).toISOString()
    const start = { containerId: 'TEST7654321', operationType: 'load', occurredAt: at(0) }
    const { containerId } = (await driver.post('/api/containers', start)).body
    for (const [minute, eventType] of ['en_route', 'arrived_at_park'].entries()) {
      const pressed = await driver.post('/api/events', { containerId, eventType, occurredAt: at(minute + 1) })
      expect(pressed.body).toMatchObject({
        timestamp: at(minute + 1),
        recordedAt: expect.stringMatching(/^2026/),
      })
    }
    const [now] = (await forgetful.get('/api/detention/now')).body
    expect(now).toMatchObject({ containerId, arrivedAt: at(2) })
    const [client] = (await forgetful.get('/api/detention?month=2000-01')).body.clients
    const daily = 24 * 60 - (60 + 30 + 15 + 60 + 150)
    expect(client.visits).toMatchObject([
      { containerId, charge: { countedMinutes: 90 * daily, endedAfterDays: 90 } },
    ])
  })

  it('is of the current month of APP_TIMEZONE when no month is named: in UTC the next one may have begun', async () => {
    const evening = await createTestApp({ database: t.deps.database })
    evening.clock.advance(Date.UTC(2026, 3, 1, 5, 59) - evening.clock.now())
    const late = await register(evening.app, 'supervisor')
    expect((await late.get('/api/detention')).body.month).toBe('2026-03')
    evening.clock.advance(MINUTE)
    expect((await late.get('/api/detention')).body.month).toBe('2026-04')
    await evening.close()
  })

  it('has the free time of its place where no contract applies, and then no money', async () => {
    const free = await register(t.app, 'supervisor')
    await free.post('/api/supervisor/places', parkOf('Patio', { freeMinutes: 60 }))
    await visit(t, free)
    const { body } = await free.get('/api/detention?month=2026-03')
    expect(body.clients).toMatchObject([
      {
        clientId: null,
        chargeableMinutes: 97,
        centavos: 0,
        visits: [{ contract: null, charge: { centavos: null } }],
      },
    ])
  })
})
