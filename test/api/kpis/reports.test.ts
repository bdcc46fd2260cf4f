import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featureFlags } from '#server/db/schema/accounts'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { parseCsv } from '../../support/csv.ts'
import { insertTrips } from '../../support/history.ts'

let t: TestApp
let supervisor: Actor
let stranger: Actor
let operator: Actor
beforeAll(async () => {
  t = await createTestApp()
  supervisor = await register(t.app, 'supervisor')
  stranger = await register(t.app, 'supervisor')
  operator = await operatorOf(t.app, supervisor)
  const at = (clock: string) => Date.parse(`2026-03-10T${clock}:00-06:00`)
  const trip = (operatorId: number, containerNumber: string, end: string) => ({
    supervisorId: supervisor.id,
    operatorId,
    operationType: 'unload' as const,
    containerNumber,
    events: [
      { type: 'start_trip' as const, at: at('07:00') },
      { type: 'en_route' as const, at: at('07:10'), coordinates: { lat: 20, lng: -103 } },
      { type: 'arrived_at_park' as const, at: at('08:00'), coordinates: { lat: 20.5, lng: -103 } },
      { type: 'access_granted' as const, at: at('08:41') },
      { type: 'vehicle_parked' as const, at: at('08:55') },
      { type: 'unload_complete' as const, at: at('10:20') },
      { type: 'exit_park' as const, at: at('10:37') },
      { type: 'end_trip' as const, at: at(end) },
    ],
  })
  await insertTrips(t.deps.database, [
    trip(operator.id, 'CSQU3054383', '11:00'),
    trip(operator.id + 1000, 'TCNU7200794', '12:00'),
  ])
})
afterAll(() => t.close())

const OWN_TEXTS = {
  averageTripDuration: '4h 30m',
  deadTimePercentage: '0%',
  totalDistance: '111.2 km',
  // Driving 50 and loading 85 minutes each, home 23 and 83: 376 of 540.
  productiveTimeRatio: '69.6%',
  parkTimings: {
    accessTime: '41.0',
    parkingTime: '14.0',
    loadUnloadTime: '85.0',
    exitTime: '17.0',
    totalTime: '157.0',
  },
}

const SENT = {
  averageTripDuration: '1h 2m',
  deadTimePercentage: '=1+1',
  totalDistance: '10.0 km, más o menos',
  productiveTimeRatio: '50%',
  parkTimings: {
    accessTime: '1.0',
    parkingTime: '2.0',
    loadUnloadTime: '3.0',
    exitTime: '4.0',
    totalTime: '10.0',
  },
  eventTypes: [{ name: 'Iniciar viaje', value: 3 }],
  operationStatuses: [{ name: 'Operación "completada"', value: -2 }],
}

describe('saving', () => {
  it('computes missing data, and stores its own figures', async () => {
    const answer = await supervisor.post('/api/reports', { month: '2026-03', operatorId: null })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      month: '2026-03',
      operatorId: null,
      operatorName: null,
      timestamp: '2026-03-10T18:00:00.000Z',
      reportData: {
        ...OWN_TEXTS,
        operationStatuses: [{ name: 'Operación completada', value: 2 }],
      },
      figures: { averageTripDuration: { minutes: 270, trips: 2 }, seq: 16, failed: [] },
    })
    const listed = (await supervisor.get('/api/reports')).body
    expect(listed[0]).toEqual(answer.body)
    expect((await supervisor.get(`/api/reports/${answer.body.id}`)).body).toEqual(answer.body)
  })

  it('stores the sent data unchanged, beside its own figures of that operator', async () => {
    const answer = await supervisor.post('/api/reports', {
      month: '2026-03',
      operatorId: operator.id,
      reportData: SENT,
      timestamp: '2026-03-09T10:00:00Z',
    })
    expect(answer.body).toMatchObject({
      operatorId: operator.id,
      operatorName: `Chofer ${operator.username}`,
      timestamp: '2026-03-09T10:00:00.000Z',
      figures: { averageTripDuration: { minutes: 240, trips: 1 } },
    })
    // The times by place are always the server's own.
    expect(answer.body.reportData).toMatchObject(SENT)
    expect(answer.body.reportData.turnTimes.places[0].name).toBeNull()
    const texts = (await supervisor.get('/api/reports')).body
    expect(texts.map((r: { operatorId: number | null }) => r.operatorId)).toEqual([null, operator.id])
  })

  it('does not let a fast clock put a report into the future', async () => {
    const answer = await stranger.post('/api/reports', {
      month: '2026-03',
      timestamp: '2031-01-01T00:00:00Z',
    })
    expect(answer.body.timestamp).toBe('2026-03-10T18:00:00.000Z')
  })

  it.each([
    {},
    { month: '2026-13' },
    { month: '2026-03', operatorId: 'todos' },
    { month: '2026-03', reportData: {} },
  ])('refuses %j', async (body) => {
    expect((await supervisor.post('/api/reports', body)).status).toBe(400)
  })

  it.each([
    ['a NUL', '\0'],
    ['half a surrogate pair', '\ud800'],
    ['the other half', 'x\udfff'],
    ['a line break', 'dos\nrenglones'],
  ])('refuses text with %s, which a backup could not be restored with', async (_, text) => {
    const before = (await supervisor.get('/api/reports')).body
    for (const reportData of [
      { ...SENT, totalDistance: text },
      { ...SENT, parkTimings: { ...SENT.parkTimings, exitTime: text } },
      { ...SENT, eventTypes: [{ name: text, value: 1 }] },
    ]) {
      for (const url of ['/api/reports', '/api/reports/export']) {
        const answer = await supervisor.post(url, { month: '2026-03', reportData })
        expect([answer.status, answer.body.message]).toEqual([
          400,
          'El texto lleva caracteres que no se ven. Bórrelo y escríbalo de nuevo',
        ])
      }
    }
    const whole = { ...SENT, totalDistance: '🚚 ñ' }
    expect(
      (await supervisor.post('/api/reports/export', { month: '2026-03', reportData: whole })).status,
    ).toBe(200)
    expect((await supervisor.get('/api/reports')).body).toEqual(before)
  })

  it('accepts own operators only', async () => {
    const theirs = await operatorOf(t.app, stranger)
    for (const operatorId of [theirs.id, stranger.id, 999_999]) {
      for (const url of ['/api/reports', '/api/reports/export']) {
        const answer = await supervisor.post(url, { month: '2026-03', operatorId })
        expect([answer.status, answer.body.error]).toEqual([404, 'No se encontró el operador.'])
      }
    }
  })
})

describe("another's report", () => {
  it('is 404 for reading and deleting', async () => {
    const { id } = (await supervisor.post('/api/reports', { month: '2026-02' })).body
    const before = (await stranger.get('/api/reports')).body
    expect(before.map((r: { id: number }) => r.id)).not.toContain(id)
    const missing = await stranger.get('/api/reports/999999')
    for (const answer of [
      await stranger.get(`/api/reports/${id}`),
      await stranger.delete(`/api/reports/${id}`),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual(missing.body)
    }
    expect((await supervisor.get(`/api/reports/${id}`)).status).toBe(200)
    expect((await supervisor.delete(`/api/reports/${id}`)).status).toBe(204)
    expect((await supervisor.get(`/api/reports/${id}`)).status).toBe(404)
    expect((await supervisor.delete(`/api/reports/${id}`)).status).toBe(404)
  })
})

describe('the CSV', () => {
  it("has the spec's name, the server's figures, a BOM and accents", async () => {
    const answer = await supervisor.post('/api/reports/export', { month: '2026-03', operatorId: operator.id })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="reporte_2026_03_operador_${operator.id}.csv"`,
    )
    expect(answer.body.startsWith('\u{FEFF}Sección,Indicador,Valor\r\n')).toBe(true)
    const rows = parseCsv(answer.body.slice(1))
    expect(rows.every((row) => row.length === 3)).toBe(true)
    expect(rows).toContainEqual(['Reporte', 'Operador', `Chofer ${operator.username}`])
    expect(rows).toContainEqual(['Indicadores', 'Duración promedio', '4h 0m'])
    expect(rows).toContainEqual(['Tiempo en parque', 'Total (min)', '157.0'])
    expect(rows).toContainEqual(['Tiempo en parque', 'Acceso (min), mediana (p50)', '41.0'])
    expect(rows).toContainEqual(['Tiempo en parque', 'Total (min), 9 de cada 10 (p90)', '157.0'])
    expect(rows).toContainEqual(['Estados de operación', 'Operación completada', '1'])
  })

  it('contains the sent data, and no cell is a formula', async () => {
    const answer = await supervisor.post('/api/reports/export', { month: '2026-03', reportData: SENT })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="reporte_2026_03.csv"')
    const rows = parseCsv(answer.body.slice(1))
    expect(rows).toContainEqual(['Reporte', 'Operador', 'Todos'])
    expect(rows).toContainEqual(['Indicadores', 'Tiempo muerto', "'=1+1"])
    expect(rows).toContainEqual(['Indicadores', 'Distancia recorrida', '10.0 km, más o menos'])
    expect(rows).toContainEqual(['Estados de operación', 'Operación "completada"', '-2'])
    expect((await supervisor.get('/api/reports')).body).not.toContainEqual(
      expect.objectContaining({ reportData: SENT, operatorId: null }),
    )
  })

  it('has no line for a part of the visit that its report is older than', async () => {
    const { exitTime: _, ...parkTimings } = SENT.parkTimings
    const reportData = { ...SENT, parkTimings, parkPercentiles: undefined }
    const answer = await supervisor.post('/api/reports/export', { month: '2026-03', reportData })
    const park = parseCsv(answer.body.slice(1)).filter(([section]) => section === 'Tiempo en parque')
    expect(park.map(([, name]) => name)).toEqual([
      'Acceso (min)',
      'Estacionamiento (min)',
      'Carga/Descarga (min)',
      'Total (min)',
    ])
  })
})

describe('who may', () => {
  const tries: [string, (who: Actor) => Promise<{ status: number }>][] = [
    ['save', (who) => who.post('/api/reports', { month: '2026-03' })],
    ['export', (who) => who.post('/api/reports/export', { month: '2026-03' })],
    ['list', (who) => who.get('/api/reports')],
    ['open', (who) => who.get('/api/reports/1')],
    ['delete', (who) => who.delete('/api/reports/1')],
  ]

  it.each(tries)('%s: signed-in supervisors with kpiVisibility', async (_, attempt) => {
    expect((await attempt(anonymous(t.app))).status).toBe(401)
    expect((await attempt(operator)).status).toBe(403)
    const locked = await register(t.app, 'supervisor')
    await t.deps.database.orm
      .update(featureFlags)
      .set({ kpiVisibility: false })
      .where(eq(featureFlags.userId, locked.id))
    expect(await attempt(locked)).toMatchObject({
      status: 403,
      body: { error: 'Función premium no disponible' },
    })
  })
})

describe('a correction after a report', () => {
  const flags = async (actor = supervisor) =>
    Object.fromEntries(
      (await actor.get('/api/reports')).body.map((report: { id: number; hasLaterCorrections: boolean }) => [
        report.id,
        report.hasLaterCorrections,
      ]),
    )

  it('is said of each report with the month and operator of the operation, which stays as it was saved', async () => {
    const key = (await supervisor.get('/api/events?containerId=TCNU7200794')).body[0].containerId
    await t.deps.database.pool.query('update containers set chain_head = $1', [Buffer.alloc(32)])
    const save = async (month: string, operatorId: number | null, actor = supervisor) =>
      (await actor.post('/api/reports', { month, operatorId })).body
    const [all, his, february] = [
      await save('2026-03', null),
      await save('2026-03', operator.id),
      await save('2026-02', null),
    ]
    expect(all.hasLaterCorrections).toBe(false)
    const { status } = await supervisor.post(`/api/containers/${key}/corrections`, {
      kind: 'time',
      position: 1,
      timestamp: '2026-02-28T23:00:00-06:00',
      reason: 'salió la noche anterior',
    })
    expect(status).toBe(201)
    // The first event was in March and is in February now.
    const [after, theirs] = [await save('2026-03', null), await save('2026-03', null, stranger)]
    expect(after.reportData.corrections).toBe(1)
    expect(await flags()).toMatchObject({
      [all.id]: true,
      [his.id]: false,
      [february.id]: true,
      [after.id]: false,
    })
    expect(await flags(stranger)).toMatchObject({ [theirs.id]: false })
    const { hasLaterCorrections, ...saved } = (await supervisor.get(`/api/reports/${all.id}`)).body
    const { hasLaterCorrections: _, ...first } = all
    expect(hasLaterCorrections).toBe(true)
    expect(saved).toEqual(first)
    const file = (await supervisor.post('/api/reports/export', { month: '2026-03' })).body as string
    expect(parseCsv(file)).toContainEqual(['Indicadores', 'Correcciones', '1'])
  })
})
