import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TracksResponse } from '#contract/http/driver/places'
import { cellOf } from '#domain/place/tracks'
import { tracksIn } from '#server/record/read/tracks'
import { type Actor, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

const GATE = { lat: 20.52, lng: -103.18 }
const YARD = { lat: 20.523, lng: -103.178 }
const FAR = { lat: 19.05, lng: -104.31 }
const AROUND = { south: 20.51, west: -103.19, north: 20.53, east: -103.17 }
const MEXICO = { south: 14, west: -118, north: 33, east: -86 }
const DAY_MS = 86_400_000

let t: TestApp
let boss: Actor
let number = 3_000_000

beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const tracks = (who: Actor, box: object = AROUND) =>
  who.get(`/api/supervisor/places/tracks?${new URLSearchParams(box as Record<string, string>)}`)
const seen = async (who: Actor, box: object = AROUND): Promise<TracksResponse> => {
  const { status, body } = await tracks(who, box)
  expect(status).toBe(200)
  return body
}
const counts = ({ cells }: TracksResponse) => {
  const sums = new Map<string, number>()
  for (const { kind, steps } of cells) sums.set(kind, (sums.get(kind) ?? 0) + steps)
  return [...sums].map(([kind, steps]) => `${kind} ${steps}`).sort()
}

/** Metres apart, as fixes are. */
const near = ({ lat, lng }: typeof GATE, n: number) => ({ lat: lat + n * 1e-5, lng: lng - n * 1e-5 })

/** A whole visit of another driver. */
async function visit(n = 0) {
  const driver = await operatorOf(t.app, boss)
  const started = await driver.post('/api/containers', { containerId: `TEST${++number}`, coordinates: FAR })
  const { containerId } = started.body
  for (const [eventType, at] of [
    ['en_route', FAR],
    ['arrived_at_park', GATE],
    ['access_granted', GATE],
    ['vehicle_parked', YARD],
    ['load_complete', YARD],
    ['exit_park', GATE],
    ['end_trip', null],
  ] as const) {
    t.clock.advance(60_000)
    const coordinates = at && near(at, n)
    expect((await driver.post('/api/events', { containerId, eventType, coordinates })).status).toBe(201)
  }
  return { driver, containerId }
}

describe('the own tracks', () => {
  beforeAll(async () => {
    boss = await register(t.app, 'supervisor')
  })

  it('are none before the first trip', async () => {
    expect(await seen(boss)).toEqual({ cells: [], legs: [] })
  })

  it('are the steps of all trips, gathered where they lie together, gate and yard apart', async () => {
    await visit()
    await visit(1)
    const there = await seen(boss)
    expect(counts(there)).toEqual(['gate 6', 'yard 4'])
    const [gate, yard] = there.cells
    // The mean of what was gathered.
    expect(gate?.lat).toBeCloseTo(GATE.lat + 5e-6, 4)
    expect(yard?.lng).toBeCloseTo(YARD.lng - 5e-6, 4)
    // From the gate to the yard and back; the way to the gate begins outside.
    expect(there.legs.map(({ trips }) => trips)).toEqual([2, 2])
    expect(there.legs.map(({ from, to }) => Math.round((to.lat - from.lat) * 1000)).sort()).toEqual([-3, 3])
  })

  it('are coarser from afar, without legs across the country', async () => {
    const all = await seen(boss, MEXICO)
    expect(counts(all)).toEqual(['gate 6', 'way 4', 'yard 4'])
    // The towns of the two ends, one with a gate and a yard.
    expect(all.cells).toHaveLength(3)
    expect(all.legs).toEqual([])
  })

  it('are nobody else’s', async () => {
    const stranger = await register(t.app, 'supervisor')
    expect(await seen(stranger, MEXICO)).toEqual({ cells: [], legs: [] })
  })

  it('leave out what does not count', async () => {
    const { containerId } = await visit(2)
    expect(counts(await seen(boss))).toEqual(['gate 9', 'yard 6'])
    const cancelled = await boss.post(`/api/containers/${containerId}/corrections`, {
      correctionId: crypto.randomUUID(),
      kind: 'cancellation',
      reason: 'Se inició por error',
    })
    expect(cancelled.status).toBe(201)
    expect(counts(await seen(boss))).toEqual(['gate 6', 'yard 4'])
  })

  it('are at most as many as asked for, those with the most steps', async () => {
    const few = await tracksIn(t.deps.database.orm, { supervisorId: boss.id } as never, {
      since: 0,
      box: AROUND,
      cell: cellOf(AROUND),
      mostCells: 1,
      mostLegs: 1,
    })
    expect(few.cells).toHaveLength(1)
    expect(few.cells[0]).toMatchObject({ kind: 'gate', steps: 6 })
    expect(few.legs).toHaveLength(1)
  })

  it.each([
    ['no side is missing', { south: 1, west: 1, north: 2 }, 'east'],
    ['south lies south of north', { ...AROUND, north: 20.5 }, 'north'],
    ['west lies west of east', { ...AROUND, east: -104 }, 'east'],
    ['it lies on the earth', { ...AROUND, north: 91 }, 'north'],
  ])('are asked for by a box: %s', async (_, box, path) => {
    const { status, body } = await tracks(boss, box)
    expect([status, body.details[0].path]).toEqual([400, path])
  })

  it('go back 28 days', async () => {
    t.clock.advance(27 * DAY_MS)
    expect(counts(await seen(boss))).toEqual(['gate 6', 'yard 4'])
    t.clock.advance(DAY_MS)
    expect(await seen(boss)).toEqual({ cells: [], legs: [] })
  })
})
