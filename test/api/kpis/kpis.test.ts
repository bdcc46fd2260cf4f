import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EventType } from '#domain/operation/steps'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { ownerDoes } from '../../support/database.ts'
import { setFlags } from '../../support/flags.ts'
import { insertTrips, nextContainerNumber, type Trip } from '../../support/history.ts'

// The clock stands at 12:00 of 2026-03-10 in Mexico City, which is UTC-6 all year.
let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const MINUTE = 60_000
const HERE = { lat: 20.52, lng: -103.179 }

/** Mexico City's clock on 2026-03-`day`. */
const at = (clock: string, day = 10): number =>
  Date.parse(`2026-03-${String(day).padStart(2, '0')}T${clock}:00-06:00`)

const PARK = ['arrived_at_park', 'access_granted', 'vehicle_parked', 'load_complete', 'exit_park'] as const

/** A whole load trip whose visit to the park passes through `clocks`. */
function visit(supervisor: Actor, operatorId: number, clocks: number[], extra: Partial<Trip> = {}): Trip {
  const first = clocks[0] ?? 0
  const last = clocks.at(-1) ?? 0
  return {
    supervisorId: supervisor.id,
    operatorId,
    operationType: 'load',
    containerNumber: nextContainerNumber(),
    events: [
      { type: 'start_trip', at: first - 60 * MINUTE },
      { type: 'en_route', at: first - 50 * MINUTE, coordinates: HERE },
      ...clocks.map((when, i) => ({ type: PARK[i] as EventType, at: when, coordinates: HERE })),
      { type: 'end_trip', at: last + 30 * MINUTE, coordinates: HERE },
    ],
    ...extra,
  }
}

const kpis = async (who: Actor, query = '') => {
  const answer = await who.get(`/api/supervisor/kpis${query}`)
  expect(answer.status).toBe(200)
  return answer.body
}

describe('the worked example', () => {
  let supervisor: Actor
  beforeAll(async () => {
    supervisor = await register(t.app, 'supervisor')
    await insertTrips(t.deps.database, [
      visit(supervisor, 71, [at('08:00'), at('08:41'), at('08:55'), at('10:20'), at('10:37')]),
    ])
  })

  it('arrived 08:00, access 08:41, parked 08:55, complete 10:20, exit 10:37', async () => {
    const { parkTimings } = await kpis(supervisor, '?month=2026-03')
    expect(parkTimings).toMatchObject({
      accessTime: { mean: 41, p50: 41, p90: 41, samples: 1, excluded: 0 },
      parkingTime: { mean: 14 },
      loadUnloadTime: { mean: 85 },
      exitTime: { mean: 17 },
      totalTime: { mean: 157, samples: 1 },
    })
  })

  it('adds up by hand', async () => {
    // Started 07:00, under way 07:10, home 11:07.
    expect(await kpis(supervisor)).toMatchObject({
      month: '2026-03',
      timezone: 'America/Mexico_City',
      generatedAt: '2026-03-10T18:00:00.000Z',
      seq: 8,
      period: { from: '2026-03-01T06:00:00.000Z', to: '2026-04-01T06:00:00.000Z' },
      today: { from: '2026-03-10T06:00:00.000Z', to: '2026-03-11T06:00:00.000Z' },
      failed: [],
      averageTripDuration: { minutes: 247, text: '4h 7m', trips: 1, excluded: 0, previousMinutes: null },
      deadTime: { percent: 0, seconds: 0, stops: 0, operations: 1, previousPercent: null },
      activeOperations: { count: 0, yesterday: 0 },
      gpsInconsistencies: { count: 0, events: 7 },
      distanceKm: 0,
      productive: {
        // Driving there 50 and back 30, loading 85; at gates and in queues 41 + 14 + 17; setting out 10.
        productiveSeconds: 165 * 60,
        unproductiveSeconds: 72 * 60,
        neutralSeconds: 10 * 60,
        ratioPercent: 66.8,
        intervals: 7,
      },
      unproductive: {
        seconds: 157 * 60,
        sharePercent: 63.6,
        byActivity: {
          stop_bathroom: 0,
          waiting_access: 41 * 60,
          parking: 14 * 60,
          load_unload: 85 * 60,
          waiting_exit: 17 * 60,
        },
      },
      hourly: [0, 0, 0, 0, 0, 0, 0, 2, 3, 0, 2, 1, ...new Array(12).fill(0)],
      operationStatuses: [{ name: 'Operación completada', value: 1, eventTypes: ['end_trip'] }],
    })
  })
})

describe('visits of 45, 51, 90, 157 and 300 minutes', () => {
  let supervisor: Actor
  let long: string | undefined
  beforeAll(async () => {
    supervisor = await register(t.app, 'supervisor')
    const stored = await insertTrips(
      t.deps.database,
      [45, 51, 90, 157, 300].map((minutes, i) => {
        const arrived = at('06:00', 2 + i)
        const clocks = [1, 2, 3, minutes].map((m) => arrived + m * MINUTE)
        return visit(supervisor, 72, [arrived, ...clocks])
      }),
    )
    long = stored[4]?.operationKey
  })

  it('mean 85.8, p50 51, p90 157, four samples, one excluded for its length', async () => {
    expect((await kpis(supervisor)).parkTimings.totalTime).toEqual({
      mean: 85.8,
      p50: 51,
      p90: 157,
      samples: 4,
      excluded: 1,
      excludedLong: 1,
    })
  })

  it('lists its visits, longest first, and the excluded one separately', async () => {
    const url = '/api/supervisor/kpis/visits?month=2026-03&timing=totalTime'
    const all = (await supervisor.get(url)).body
    expect(all.map((v: { minutes: number }) => v.minutes)).toEqual([300, 157, 90, 51, 45])
    expect((await supervisor.get(`${url}&excluded=false`)).body).toEqual(all.slice(1))
    expect((await supervisor.get(`${url}&excluded=true`)).body).toEqual([
      {
        containerId: long,
        displayContainerId: long?.slice(0, 11),
        username: 'operador72',
        from: '2026-03-06T12:00:00.000Z',
        to: '2026-03-06T17:00:00.000Z',
        minutes: 300,
        excluded: true,
      },
    ])
    expect((await supervisor.get('/api/supervisor/kpis/visits?timing=nothing')).status).toBe(400)
    expect((await supervisor.get(`${url}&month=2026-02`)).status).toBe(400)
  })

  it('shows no other tenant the visits', async () => {
    const stranger = await register(t.app, 'supervisor')
    const query = `?month=2026-03&containerId=${long}&operatorId=72`
    expect((await stranger.get(`/api/supervisor/kpis/visits${query}&timing=totalTime`)).body).toEqual([])
    expect(await kpis(stranger, query)).toMatchObject({
      eventTypes: [],
      seq: 0,
      averageTripDuration: { trips: 0 },
    })
  })
})

describe('a month', () => {
  it('without events says so', async () => {
    const supervisor = await register(t.app, 'supervisor')
    const none = { mean: 0, p50: 0, p90: 0, samples: 0, excluded: 0, excludedLong: 0 }
    expect(await kpis(supervisor, '?month=2026-01')).toMatchObject({
      failed: [],
      averageTripDuration: { minutes: null, text: 'N/A', trips: 0, previousMinutes: null },
      deadTime: { percent: 0, seconds: 0, operations: 0, previousPercent: null },
      activeOperations: { count: 0, yesterday: 0 },
      gpsInconsistencies: { count: 0, events: 0 },
      distanceKm: 0,
      productive: { ratioPercent: 0 },
      unproductive: { seconds: 0, sharePercent: 0 },
      parkTimings: { accessTime: none, totalTime: none },
      hourly: new Array(24).fill(0),
      eventTypes: [],
      operationStatuses: [],
    })
  })

  it('counts an interval in the month of the event that opens it, also across the border', async () => {
    const supervisor = await register(t.app, 'supervisor')
    await insertTrips(t.deps.database, [
      {
        supervisorId: supervisor.id,
        operatorId: 73,
        operationType: 'unload',
        containerNumber: nextContainerNumber(),
        events: [
          { type: 'start_trip', at: Date.parse('2026-02-28T23:00:00-06:00') },
          {
            type: 'en_route',
            at: Date.parse('2026-02-28T23:10:00-06:00'),
            coordinates: { lat: 20, lng: -103 },
          },
          { type: 'stop_rest', at: Date.parse('2026-02-28T23:50:00-06:00') },
          { type: 'resume_route', at: at('00:20', 1), coordinates: { lat: 21, lng: -103 } },
          { type: 'arrived_at_park', at: at('01:00', 1) },
        ],
      },
    ])
    // One degree of a great circle of radius 6371 km.
    expect(await kpis(supervisor, '?month=2026-02')).toMatchObject({
      deadTime: { seconds: 30 * 60, stops: 1, runningSeconds: 80 * 60, percent: 37.5, operations: 1 },
      distanceKm: 111.2,
      gpsInconsistencies: { count: 1, events: 2 },
      operationStatuses: [{ name: 'Parada: Descanso', value: 1, eventTypes: ['stop_rest'] }],
    })
    expect(await kpis(supervisor, '?month=2026-03')).toMatchObject({
      deadTime: {
        seconds: 0,
        stops: 0,
        operations: 1,
        runningSeconds: (at('12:00') - at('00:20', 1)) / 1000,
      },
      distanceKm: 0,
      activeOperations: { count: 1, yesterday: 1 },
      operationStatuses: [{ name: 'Esperando acceso', value: 1 }],
    })
  })

  it.each(['2026-13', '2026-3', 'marzo', '1999-01', '0000-01'])('%s is not one', async (month) => {
    const supervisor = await register(t.app, 'supervisor')
    expect((await supervisor.get(`/api/supervisor/kpis?month=${month}`)).status).toBe(400)
  })
})

describe('filters', () => {
  let supervisor: Actor
  let first: string | undefined
  beforeAll(async () => {
    supervisor = await register(t.app, 'supervisor')
    const clocks = [at('08:00'), at('08:10'), at('08:20'), at('08:30'), at('08:40')]
    const stored = await insertTrips(t.deps.database, [
      visit(supervisor, 81, clocks),
      visit(supervisor, 82, clocks),
      visit(supervisor, 82, [at('09:40'), at('09:50')], {
        events: [
          { type: 'start_trip', at: at('09:00') },
          { type: 'en_route', at: at('09:10') },
          { type: 'stop_fuel', at: at('11:00') },
        ],
      }),
    ])
    first = stored[0]?.operationKey
  })

  it('by operator, operation key and container number', async () => {
    expect((await kpis(supervisor)).averageTripDuration.trips).toBe(2)
    expect((await kpis(supervisor, '?operatorId=81')).averageTripDuration.trips).toBe(1)
    expect((await kpis(supervisor, '?operatorId=81&operatorId=82')).averageTripDuration.trips).toBe(2)
    expect((await kpis(supervisor, `?containerId=${first}`)).averageTripDuration.trips).toBe(1)
    expect((await kpis(supervisor, `?containerId=${first?.slice(0, 11)}`)).averageTripDuration.trips).toBe(1)
    expect((await kpis(supervisor, `?operatorId=82&containerId=${first}`)).eventTypes).toEqual([])
    expect((await kpis(supervisor, '?operatorId=9999')).activeOperations.count).toBe(0)
  })

  it('by event type, old words included; running time is not filtered', async () => {
    const fuel = await kpis(supervisor, '?eventType=stop_fuel')
    // The stop is open: it lasts since 11:00. Two trips ran 160 minutes... 07:00 to 09:10 each, the third from 09:00.
    expect(fuel.deadTime).toMatchObject({ seconds: 3600, stops: 1, runningSeconds: (130 + 130 + 180) * 60 })
    expect(fuel).toMatchObject({
      averageTripDuration: { trips: 0 },
      activeOperations: { count: 1 },
      eventTypes: [{ name: 'Parada: Combustible', value: 1, eventTypes: ['stop_fuel'] }],
    })
    expect((await kpis(supervisor, '?eventType=stop_rest')).activeOperations.count).toBe(0)
    const old = await kpis(supervisor, '?eventType=start_loading')
    expect(old.parkTimings).toMatchObject({ loadUnloadTime: { samples: 2 }, accessTime: { samples: 0 } })
    expect(old.eventTypes).toEqual([
      { name: 'Vehículo estacionado', value: 2, eventTypes: ['vehicle_parked'] },
    ])
    expect((await kpis(supervisor, '?eventType=start_unloading')).eventTypes).toEqual([])
    expect((await supervisor.get('/api/supervisor/kpis?eventType=lunch')).status).toBe(400)
  })
})

describe('comparisons', () => {
  it('against seven whole days that ended yesterday, and the same clock time yesterday', async () => {
    const supervisor = await register(t.app, 'supervisor')
    const trip = (day: number, hours: number) =>
      visit(supervisor, 91, [
        at('02:00', day),
        at('02:10', day),
        at('02:20', day),
        at('02:30', day),
        at(`${String(2 + hours).padStart(2, '0')}:00`, day),
      ])
    await insertTrips(t.deps.database, [
      trip(2, 1), // before the seven days
      trip(3, 2), // their first
      trip(9, 4), // their last
      trip(10, 8), // today; 01:00 to 10:30
      visit(supervisor, 91, [at('11:30', 9), at('11:40', 9), at('12:10', 9), at('12:20', 9), at('12:30', 9)]),
    ])
    const { averageTripDuration, activeOperations } = await kpis(supervisor)
    // 210, 330 and 150 minutes.
    expect(averageTripDuration).toMatchObject({ trips: 5, previousMinutes: 230 })
    expect(activeOperations).toEqual({ count: 0, yesterday: 1 })
  })
})

describe('one failed figure', () => {
  it('is null and named; the others are unaffected', async () => {
    const supervisor = await register(t.app, 'supervisor')
    const [stored] = await insertTrips(t.deps.database, [
      visit(supervisor, 95, [at('08:00'), at('08:41'), at('08:55'), at('10:20'), at('10:37')]),
    ])
    // A position that no arithmetic survives.
    await ownerDoes(
      t.deps.database,
      `update events set lat = 'infinity' where container_id = '${stored?.operationKey}'`,
    )
    expect(await kpis(supervisor)).toMatchObject({
      failed: ['distanceKm'],
      distanceKm: null,
      averageTripDuration: { minutes: 247 },
      parkTimings: { totalTime: { mean: 157 } },
      activeOperations: { count: 0 },
    })
  })
})

describe('what the figures wait for', () => {
  it('is four answers of the database: the reads of one snapshot go together', async () => {
    const supervisor = await register(t.app, 'supervisor')
    const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
    let reader: pg.Client | null = null
    let open = 0
    let sent = 0
    let waits = 0
    const watch = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const answer = query.apply(this, args)
      if (JSON.stringify(args[0]).includes('begin isolation level repeatable read')) reader = this
      if (reader !== this) return answer
      sent++
      if (open++ === 0) waits++
      void Promise.resolve(answer).finally(() => open--)
      return answer
    })
    try {
      await kpis(supervisor)
    } finally {
      watch.mockRestore()
    }
    expect({ sent, waits }).toEqual({ sent: 8, waits: 4 })
  })
})

describe('who may ask', () => {
  const urls = ['/api/supervisor/kpis', '/api/supervisor/kpis/visits?timing=totalTime']

  it('supervisors with kpiVisibility', async () => {
    const supervisor = await register(t.app, 'supervisor')
    const operator = await operatorOf(t.app, supervisor)
    for (const url of urls) {
      expect((await supervisor.get(url)).status).toBe(200)
      expect((await operator.get(url)).status).toBe(403)
    }
    await setFlags(t.deps, supervisor, { kpiVisibility: false })
    for (const url of urls) {
      const answer = await supervisor.get(url)
      expect([answer.status, answer.body.error]).toEqual([403, 'Función premium no disponible'])
    }
  })
})

it('a driver’s event is in the figures at once', async () => {
  const supervisor = await register(t.app, 'supervisor')
  const operator = await operatorOf(t.app, supervisor)
  const started = await operator.post('/api/containers', { containerId: 'CSQU3054383' })
  expect(await kpis(supervisor)).toMatchObject({ seq: 1, activeOperations: { count: 1, yesterday: 0 } })
  await operator.post('/api/events', { containerId: started.body.containerId, eventType: 'en_route' })
  const { seq, gpsInconsistencies, hourly } = await kpis(supervisor)
  expect({ seq, gpsInconsistencies, noon: hourly[12] }).toEqual({
    seq: 2,
    gpsInconsistencies: { count: 1, events: 1 },
    noon: 2,
  })
})
