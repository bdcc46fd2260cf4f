import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPORT_COLUMNS } from '#contract/http/desk/history'
import type { PlaceRequest } from '#contract/http/driver/places'
import type { EventResponse } from '#contract/http/operations'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { parseCsv } from '../../support/csv.ts'

const PARK = { lat: 20.52, lng: -103.18 }
/** So many metres north of the park. */
const north = (metres: number) => ({ lat: PARK.lat + metres / 111_195, lng: PARK.lng })
const CIRCLE = { type: 'circle', center: PARK, radiusMetres: 300 } as const
const PLACES = '/api/supervisor/places'

let t: TestApp
let boss: Actor
let counter = 0
let number = 1_000_000

beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const newBoss = async () => {
  boss = await register(t.app, 'supervisor')
}
const place = (fields: Partial<PlaceRequest> = {}): PlaceRequest => ({
  name: `Parque ${++counter}`,
  kind: 'park',
  shape: CIRCLE,
  ...fields,
})
const keep = async (fields: Partial<PlaceRequest> = {}) => (await boss.post(PLACES, place(fields))).body

/** A trip of a new driver up to the arrival at `coordinates`, `daysAgo` by the phone's clock. */
async function arrive(coordinates: object | null, start: object = {}, report: object = {}, daysAgo = 0) {
  const pressed = () =>
    daysAgo === 0
      ? {}
      : { occurredAt: new Date(t.clock.now() - daysAgo * 86_400_000).toISOString(), clockOffsetMs: 0 }
  const driver = await operatorOf(t.app, boss)
  const box = `TEST${++number}`
  const started = await driver.post('/api/containers', { containerId: box, ...pressed(), ...start })
  expect(started.status).toBe(201)
  const { containerId } = started.body
  const step = async (eventType: string, more: object = {}) => {
    t.clock.advance(60_000)
    const answer = await driver.post('/api/events', { containerId, eventType, ...pressed(), ...more })
    expect(answer.status).toBe(201)
    return answer.body as EventResponse
  }
  await step('en_route')
  const arrival = await step('arrived_at_park', { coordinates, accuracy: 20, ...report })
  const operation = async () =>
    (await boss.get('/api/supervisor/operations')).body.operations.find(
      (each: { containerId: string }) => each.containerId === containerId,
    )
  return { driver, containerId, step, arrival, operation }
}

describe('the places of a supervisor', () => {
  beforeAll(newBoss)

  it('are kept with their client, changed and retired, each with its audit line', async () => {
    const { status, body } = await boss.post(
      PLACES,
      place({ name: 'Parque El Salto', client: 'Aceros del Norte', freeMinutes: 120, facilityCode: 'mxgdl' }),
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Parque El Salto',
      timeZone: 'America/Mexico_City',
      facilityCode: 'MXGDL',
      freeMinutes: 120,
      retiredAt: null,
      operations: 0,
    })
    expect((await boss.post(PLACES, place({ name: 'parque el salto' }))).body.code).toBe('place_name_taken')
    // The same client, however it is spelled.
    const other = await keep({ name: 'Patio', client: 'ACEROS DEL NORTE' })
    expect(other.clientId).toBe(body.clientId)
    const changed = await boss.put(`${PLACES}/${other.id}`, place({ name: 'Patio 2' }))
    expect(changed.body).toMatchObject({ name: 'Patio 2', clientId: null })
    expect((await boss.delete(`${PLACES}/${other.id}`)).status).toBe(204)
    expect((await boss.delete(`${PLACES}/${other.id}`)).status).toBe(404)
    expect((await boss.put(`${PLACES}/${other.id}`, place())).status).toBe(404)
    const { places, clients } = (await boss.get(PLACES)).body
    expect(
      places.map(({ name, retiredAt }: { name: string; retiredAt: string | null }) => [
        name,
        retiredAt !== null,
      ]),
    ).toEqual([
      ['Parque El Salto', false],
      ['Patio 2', true],
    ])
    expect(clients).toEqual([{ id: body.clientId, name: 'Aceros del Norte' }])
  })

  it('are nobody else’s', async () => {
    const { id } = await keep()
    const stranger = await register(t.app, 'supervisor')
    expect((await stranger.get(PLACES)).body).toEqual({ places: [], clients: [] })
    expect((await stranger.put(`${PLACES}/${id}`, place())).status).toBe(404)
    expect((await stranger.delete(`${PLACES}/${id}`)).status).toBe(404)
    const { containerId } = await arrive(null)
    expect((await stranger.put(`/api/containers/${containerId}/destination`, { placeId: id })).status).toBe(
      404,
    )
  })

  it.each([
    ['name', { name: '  ' }, 'place_name_required'],
    ['timeZone', { timeZone: 'America/Colima' }, 'time_zone_unknown'],
    ['timeZone', { timeZone: '-06:00' }, 'time_zone_unknown'],
    ['facilityCode', { facilityCode: 'MX-ZLO' }, 'place_facility'],
    ['freeMinutes', { freeMinutes: -1 }, 'place_free_minutes'],
    ['shape.radiusMetres', { shape: { ...CIRCLE, radiusMetres: 5 } }, 'place_radius'],
    ['shape', { shape: { type: 'polygon', points: [PARK, PARK, PARK] } }, 'place_vertices'],
    [
      'shape',
      { shape: { type: 'polygon', points: [PARK, north(90_000), { lat: 20, lng: -103 }] } },
      'place_too_large',
    ],
  ] as const)('are checked: %s of %j', async (path, fields, messageCode) => {
    const { status, body } = await boss.post(PLACES, place(fields as Partial<PlaceRequest>))
    expect([status, body.details[0].path, body.details[0].messageCode]).toEqual([400, path, messageCode])
  })

  it('are 200 at most, also when they come at the same time', async () => {
    await newBoss()
    const features = Array.from({ length: 199 }, (_, i) => ({
      type: 'Feature',
      properties: { name: `Patio ${i}`, kind: 'yard', radius: 50 },
      geometry: { type: 'Point', coordinates: [-103, 20 + i / 100] },
    }))
    const imported = await boss.post(`${PLACES}/geojson`, { type: 'FeatureCollection', features })
    expect(imported.body).toEqual({ created: 199, changed: 0 })
    const answers = await Promise.all([1, 2, 3].map(() => boss.post(PLACES, place())))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})

describe('a GeoJSON file', () => {
  it('comes back as it left, and changes what has the same name', async () => {
    await newBoss()
    const points = [PARK, north(400), { lat: 20.5234567, lng: -103.1812345 }]
    await keep({
      name: 'Puerto',
      kind: 'port',
      shape: { type: 'polygon', points },
      client: 'Naviera',
      freeMinutes: 60,
    })
    await keep({ name: 'Parque', timeZone: 'America/Tijuana', facilityCode: 'MXTIJABCD' })
    const file = (await boss.get(`${PLACES}/geojson`)).body
    const text = typeof file === 'string' ? JSON.parse(file) : file
    await newBoss()
    expect((await boss.post(`${PLACES}/geojson`, text)).body).toEqual({ created: 2, changed: 0 })
    expect((await boss.get(`${PLACES}/geojson`)).body).toEqual(file)
    const asExported = { 'content-type': 'application/geo+json; charset=utf-8' }
    const again = await boss.post(`${PLACES}/geojson`, text, asExported)
    expect(again.body).toEqual({ created: 0, changed: 2 })
  })

  it('is refused as a whole, and says which feature is wrong and why', async () => {
    await newBoss()
    const point = (properties: object) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates: [-103, 20] },
    })
    const good = { name: 'A', kind: 'yard', radius: 50 }
    const features = [
      point(good),
      point({ ...good, radius: 5 }),
      point({ name: 'B', kind: 'yard' }),
      point(good),
      7,
    ]
    const { status, body } = await boss.post(`${PLACES}/geojson`, { type: 'FeatureCollection', features })
    expect(status).toBe(400)
    expect(
      body.details.map((fault: { path: string; messageCode: string }) => [fault.path, fault.messageCode]),
    ).toEqual([
      ['features.1.shape.radiusMetres', 'place_radius'],
      ['features.2', 'geojson_radius'],
      ['features.3', 'geojson_same_name'],
      ['features.4', 'geojson_feature'],
    ])
    expect((await boss.get(PLACES)).body.places).toEqual([])
  })

  it('is refused where it is no collection, or longer than 6 MB', async () => {
    const send = async (file: object) => {
      const { status, body } = await boss.post(`${PLACES}/geojson`, file)
      return [status, body.details?.[0].message ?? body.message ?? body.error]
    }
    expect(await send({ type: 'Feature' })).toEqual([
      400,
      'El archivo no es un GeoJSON con una lista de lugares (FeatureCollection)',
    ])
    const features = [{ type: 'Feature', properties: { note: 'x'.repeat(6 * 1024 * 1024) } }]
    expect(await send({ type: 'FeatureCollection', features })).toEqual([
      413,
      'Los datos enviados son demasiado grandes.',
    ])
  })
})

describe('the place of an operation', () => {
  beforeAll(newBoss)

  it('is found by the arrival, graded, and goes with its retraction', async () => {
    const { id, name } = await keep()
    const { arrival, step, operation, containerId } = await arrive(north(900), {}, { suggested: true })
    expect(arrival.stepGrade).toEqual({
      place: name,
      where: 'outside',
      metres: 600,
      fix: 'good',
      suggested: true,
    })
    expect(await operation()).toMatchObject({ placeId: id, placeGiven: false })
    const granted = await step('access_granted', { coordinates: PARK, accuracy: 10 })
    expect(granted.stepGrade).toMatchObject({ where: 'inside', suggested: false })
    const history = (await boss.get(`/api/events?containerId=${containerId}`)).body as EventResponse[]
    expect(history.map(({ stepGrade }) => stepGrade?.where ?? null)).toEqual([
      'inside',
      'outside',
      null,
      null,
    ])
    expect((await boss.get(`/api/events/${containerId}`)).body).toEqual(history)
    for (const position of [4, 3]) {
      const url = `/api/containers/${containerId}/corrections`
      expect((await boss.post(url, { kind: 'retraction', position, reason: 'por error' })).status).toBe(201)
    }
    expect(await operation()).toMatchObject({ placeId: null, placeGiven: false })
  })

  it('is none beyond 2 km, and without a position', async () => {
    for (const where of [north(2400), null]) {
      expect(await (await arrive(where)).operation()).toMatchObject({ placeId: null })
    }
  })

  it('is given by the driver at the start, and no arrival changes it', async () => {
    const { id, name } = await keep({ shape: { ...CIRCLE, center: north(50_000) } })
    const { driver, arrival, operation } = await arrive(PARK, { placeId: id })
    expect(arrival.stepGrade).toMatchObject({ place: name, where: 'outside' })
    expect(await operation()).toMatchObject({ placeId: id, placeGiven: true })
    const known = (await driver.get('/api/operator/places')).body
    expect(known.find((each: { id: number }) => each.id === id)).toEqual({
      id,
      name,
      shape: { ...CIRCLE, center: north(50_000) },
    })
    // A place that the product does not know refuses no start.
    expect(await (await arrive(null, { placeId: 999_999 })).operation()).toMatchObject({ placeId: null })
  })

  it('is given by the supervisor while it runs, with the client, and taken back', async () => {
    const { id, clientId } = await keep({ client: 'Cliente', shape: { ...CIRCLE, center: north(80_000) } })
    const { containerId, step, operation } = await arrive(PARK)
    const found = (await operation()).placeId
    const url = `/api/containers/${containerId}/destination`
    expect((await boss.put(url, { placeId: id, clientId })).body).toMatchObject({
      placeId: id,
      placeGiven: true,
      clientId,
    })
    expect(await operation()).toMatchObject({ placeId: id, placeGiven: true, clientId })
    await step('access_granted')
    expect(await operation()).toMatchObject({ placeId: id, placeGiven: true, clientId })
    expect((await boss.put(url, { placeId: null })).body).toMatchObject({
      placeId: found,
      placeGiven: false,
      clientId,
    })
    expect((await boss.put(url, { placeId: 999_999 })).status).toBe(404)
    for (const eventType of ['vehicle_parked', 'load_complete', 'exit_park', 'end_trip'])
      await step(eventType)
    expect((await boss.put(url, { placeId: id })).status).toBe(409)
  })

  it('is what a new place is given to, of the last 90 days, where there was none', async () => {
    await newBoss()
    const early = await arrive(PARK, {}, {}, 91)
    const [near, away] = [await arrive(north(100)), await arrive(north(5000))]
    const { id, operations } = await keep()
    expect(operations).toBe(1)
    expect(await near.operation()).toMatchObject({ placeId: id, placeGiven: false })
    for (const other of [early, away]) expect(await other.operation()).toMatchObject({ placeId: null })
    // Retired, it stays theirs and finds no other.
    await boss.delete(`${PLACES}/${id}`)
    expect(await near.operation()).toMatchObject({ placeId: id })
    expect(await (await arrive(PARK)).operation()).toMatchObject({ placeId: null })
  })

  it('is where steps are counted as outside: in the history, its file, and of the active operations', async () => {
    await newBoss()
    // A hook around an empty quarter, and a circle; both with steps on either side of the border, and inexact ones.
    const points = [
      [0, 0],
      [0, 800],
      [400, 800],
      [400, 400],
      [800, 400],
      [800, 0],
    ].map(([east = 0, up = 0]) => ({ lat: PARK.lat + up / 111_195, lng: PARK.lng + east / 104_130 }))
    const places = [
      await keep({ shape: { type: 'polygon', points } }),
      await keep({ shape: { ...CIRCLE, center: north(300_000) } }),
    ]
    const trips = []
    for (let i = 0; i < 8; i++) {
      const { id, shape } = places[i % 2]
      const middle = shape.type === 'circle' ? shape.center : { lat: PARK.lat, lng: PARK.lng }
      // The golden angle reaches every direction and distance.
      const press = (n: number) => {
        const [angle, metres] = [(i * 5 + n) * 2.4, 90 * (i + n)]
        const lat = middle.lat + (metres * Math.cos(angle)) / 111_195
        const lng = middle.lng + (metres * Math.sin(angle)) / 104_130
        return { coordinates: n === 3 ? null : { lat, lng }, accuracy: n === 4 ? 5000 : 10 * n }
      }
      const trip = await arrive(press(0).coordinates, { placeId: id }, press(0))
      for (const [n, step] of ['access_granted', 'vehicle_parked', 'load_complete', 'exit_park'].entries())
        await trip.step(step, press(n + 1))
      trips.push(trip)
    }
    const [ended] = trips
    await ended?.step('end_trip')
    const all = (await boss.get('/api/events')).body as EventResponse[]
    const outside = all.filter(({ stepGrade }) => stepGrade?.where === 'outside')
    expect(outside.length).toBeGreaterThan(8)
    expect(all.filter(({ stepGrade }) => stepGrade?.where === 'inside').length).toBeGreaterThan(8)

    const found = await boss.get('/api/events?position=outside&limit=5')
    expect(Number(found.headers['x-total-count'])).toBe(outside.length)
    expect(found.body).toEqual(outside.slice(0, 5))
    const more = `/api/events?position=outside&cursor=${found.headers['x-next-cursor']}`
    expect((await boss.get(more)).body).toEqual(outside.slice(5))
    const file = await boss.get('/api/events/export?position=outside')
    const rows = parseCsv(file.body.slice(1)).slice(1)
    expect(rows.map((row) => [Number(row[0]), Number(row[EXPORT_COLUMNS.indexOf('metros fuera')])])).toEqual(
      outside.map(({ id, stepGrade }) => [id, stepGrade?.metres]),
    )

    const active = outside.filter(({ containerId }) => containerId !== ended?.containerId)
    const newest = new Map(active.toReversed().map((event) => [event.containerId, event]))
    const { body } = await boss.get(`${PLACES}/outside`)
    const byKey = (a: { containerId: string }, b: { containerId: string }) =>
      a.containerId < b.containerId ? -1 : 1
    expect(body.sort(byKey)).toEqual(
      [...newest.values()]
        .map(({ containerId, eventType, stepGrade }) => ({
          containerId,
          eventType,
          metres: stepGrade?.metres,
        }))
        .sort(byKey),
    )
    // Older ones are found where the days are asked for.
    const { arrival } = await arrive(north(5000), { placeId: places[0].id }, {}, 91)
    const count = async (query: string) =>
      (await boss.get(`/api/events?position=outside${query}`)).headers['x-total-count']
    expect(await count('')).toBe(String(outside.length))
    expect(await count(`&from=${arrival.timestamp}`)).toBe(String(outside.length + 1))
  })

  it('is suggested where trucks arrive', async () => {
    await newBoss()
    for (let i = 0; i < 5; i++) await arrive(north(i * 30))
    await arrive(north(60), {}, { accuracy: 900 })
    const [found, ...more] = (await boss.get(`${PLACES}/suggested`)).body
    expect(found).toMatchObject({ arrivals: 5, location: 'El Salto' })
    expect(more).toEqual([])
    await keep({ shape: { type: 'circle', center: found.center, radiusMetres: found.radiusMetres } })
    expect((await boss.get(`${PLACES}/suggested`)).body).toEqual([])
  })
})
