import { describe, expect, test } from 'vitest'
import { containerNumberWarnings } from '#domain/container/number'
import { distanceKm } from '#domain/geo/position'
import { decide } from '#domain/operation/decide'
import { evolve, isActive, type OperationState } from '#domain/operation/state'
import { createFleet, type Press } from '../../scripts/demo/fleet.mjs'
import { chanceFrom } from '../../scripts/demo/random.mjs'
import { demoRoad, roadAlong } from '../../scripts/demo/road.mjs'

const START = Date.parse('2026-03-09T06:00:00.000Z')
const HOUR = 3_600_000
const road = demoRoad()

function fleetOf(trucks: number, seed = 7) {
  return createFleet({ trucks, seed, road, startsAt: START })
}

function drain(fleet: ReturnType<typeof fleetOf>, until: number): Press[] {
  const presses: Press[] = []
  for (let press = fleet.next(until); press !== null; press = fleet.next(until)) presses.push(press)
  return presses
}

/** The presses of each trip, in order. */
function tripsOf(presses: Press[]): Press[][] {
  const trips = new Map<string, Press[]>()
  for (const press of presses) {
    const key = `${press.truck} ${press.containerNumber}`
    trips.set(key, [...(trips.get(key) ?? []), press])
  }
  return [...trips.values()]
}

const gapMinutes = (trip: Press[], from: string, to: string): number | null => {
  const a = trip.find(({ eventType }) => eventType === from)
  const b = trip.find(({ eventType }) => eventType === to)
  return a && b ? (b.at - a.at) / 60_000 : null
}

describe('the fleet', () => {
  const presses = drain(fleetOf(12), START + 72 * HOUR)
  const trips = tripsOf(presses)

  test('every press is what the workflow allows next, in the order of time', () => {
    expect(trips.length).toBeGreaterThan(60)
    let newest = START
    for (const { at } of presses) {
      expect(at).toBeGreaterThanOrEqual(newest)
      newest = at
    }
    for (const trip of trips) {
      let state: OperationState | null = null
      for (const { eventType, operationType, at } of trip) {
        if (state !== null)
          expect(decide(state, { eventType, now: at, occurredAt: at })).toMatchObject({ ok: true })
        else expect(eventType).toBe('start_trip')
        state = evolve(state, { type: eventType, operationType, occurredAt: at })
      }
    }
  })

  test('a truck ends one trip before the next, and loads and unloads by turns', () => {
    for (let truck = 0; truck < 12; truck++) {
      const own = trips.filter(([first]) => first?.truck === truck)
      expect(own.length).toBeGreaterThan(4)
      for (const [i, trip] of own.slice(0, -1).entries()) {
        expect(trip.at(-1)?.eventType).toBe('end_trip')
        expect(own[i + 1]?.[0]?.operationType).not.toBe(trip[0]?.operationType)
        expect(own[i + 1]?.[0]?.at).toBeGreaterThan(trip.at(-1)?.at ?? 0)
      }
    }
  })

  test('container numbers are valid and none is in use twice', () => {
    for (const [first] of trips) expect(containerNumberWarnings(first?.containerNumber ?? '')).toEqual([])
    expect(new Set(trips.map(([first]) => first?.containerNumber)).size).toBe(trips.length)
  })

  test('stops and bad fixes occur, and most fixes lie on the road', () => {
    const stops = new Set(
      presses.map(({ eventType }) => eventType).filter((type) => type.startsWith('stop_')),
    )
    expect(stops).toEqual(new Set(['stop_bathroom', 'stop_fuel', 'stop_rest']))
    const missing = presses.filter(({ coordinates }) => coordinates === null)
    const poor = presses.filter(({ accuracy }) => accuracy === 900)
    const offRoad = presses.filter(
      ({ coordinates: c }) => c !== null && distanceKm(c, road.at(road.kmNear(c))) > 10,
    )
    for (const bad of [missing, poor, offRoad]) {
      expect(bad.length).toBeGreaterThan(0)
      expect(bad.length).toBeLessThan(presses.length / 20)
    }
  })

  test('a truck is never faster than its road allows, bad fixes aside', () => {
    for (const trip of trips) {
      const good = trip.filter(({ accuracy }) => accuracy !== null && accuracy < 36)
      for (const [i, to] of good.entries()) {
        const from = good[i - 1]
        if (!from?.coordinates || !to.coordinates) continue
        const hours = (to.at - from.at) / HOUR
        expect(distanceKm(from.coordinates, to.coordinates)).toBeLessThan(hours * 77 + 0.2)
      }
    }
  })

  test('at most two trucks are at the docks at any time', () => {
    let busy = 0
    for (const { eventType } of presses) {
      if (eventType === 'vehicle_parked') busy++
      if (eventType === 'load_complete' || eventType === 'unload_complete') busy--
      expect(busy).toBeLessThanOrEqual(2)
    }
  })

  test('waits come from the queue: many trucks wait longer than one alone', () => {
    const longest = (fleet: Press[][], from: string, to: string) =>
      Math.max(...fleet.map((trip) => gapMinutes(trip, from, to) ?? 0))
    const alone = tripsOf(drain(fleetOf(1), START + 72 * HOUR))
    expect(longest(alone, 'arrived_at_park', 'access_granted')).toBeLessThanOrEqual(14)
    expect(longest(alone, 'access_granted', 'vehicle_parked')).toBeLessThanOrEqual(8)
    expect(longest(trips, 'arrived_at_park', 'access_granted')).toBeGreaterThan(20)
    expect(longest(trips, 'access_granted', 'vehicle_parked')).toBeGreaterThan(20)
  })

  test('the same seed tells the same story, another one another', () => {
    expect(drain(fleetOf(12), START + 10 * HOUR)).toEqual(presses.filter(({ at }) => at <= START + 10 * HOUR))
    expect(drain(fleetOf(12, 8), START + 10 * HOUR)).not.toEqual(
      presses.filter(({ at }) => at <= START + 10 * HOUR),
    )
  })
})

describe('a truck that is told what is true', () => {
  const at = { displayContainerId: 'CSQU3054383', coordinates: road.at(100) }

  test.each([
    ['start_trip', 'en_route'],
    ['stop_fuel', 'resume_route'],
    ['arrived_at_park', 'access_granted'],
    ['access_granted', 'vehicle_parked'],
    ['vehicle_parked', 'unload_complete'],
    ['unload_complete', 'exit_park'],
    ['exit_park', 'end_trip'],
  ] as const)('goes on from %s with %s', (currentEventType, next) => {
    const fleet = fleetOf(1)
    fleet.correct(0, { ...at, operationType: 'unload', currentEventType })
    expect(fleet.next(START + 12 * HOUR)).toMatchObject({
      eventType: next,
      containerNumber: 'CSQU3054383',
      operationType: 'unload',
    })
  })

  test('drives on from where it is', () => {
    const fleet = fleetOf(1)
    fleet.correct(0, { ...at, operationType: 'load', currentEventType: 'resume_route' })
    const presses = drain(fleet, START + 24 * HOUR)
    const arrived = presses.find(({ eventType }) => eventType === 'arrived_at_park')
    const hours = ((arrived?.at ?? 0) - START) / HOUR
    expect(hours).toBeGreaterThan((road.lengthKm - 100) / 77)
    expect(presses.find(({ eventType }) => eventType === 'start_trip')?.operationType).toBe('unload')
  })

  test('sets the gate free for the others when it turns out to be elsewhere', () => {
    const fleet = fleetOf(3)
    for (const truck of [0, 1, 2])
      fleet.correct(truck, { ...at, operationType: 'load', currentEventType: 'arrived_at_park' })
    fleet.correct(0, { ...at, operationType: 'load', currentEventType: 'exit_park' })
    const granted = drain(fleet, START + HOUR).filter(({ eventType }) => eventType === 'access_granted')
    expect(granted.map(({ truck }) => truck)).toEqual([1, 2])
  })

  test('with nothing under way begins a new trip soon', () => {
    const fleet = fleetOf(1)
    fleet.correct(0, { ...at, operationType: 'load', currentEventType: 'vehicle_parked' })
    fleet.correct(0, null)
    expect(fleet.next(START + 10 * 60_000)).toMatchObject({ eventType: 'start_trip' })
    expect(fleet.waiting()).toEqual({ atGate: 0, forDock: 0, atDock: 0, inside: 0 })
  })
})

test('a kilometre of the road and the place it is at name each other', () => {
  for (const km of [0, 1, 57.5, 200, road.lengthKm]) expect(road.kmNear(road.at(km))).toBeCloseTo(km, 1)
  expect(road.kmOf('Puerto de Manzanillo')).toBe(0)
  expect(road.kmOf('El Salto')).toBeCloseTo(road.lengthKm, 9)
  expect(() => road.kmOf('Guadalajara')).toThrow('waypoint')
  expect(() => roadAlong([])).toThrow('two waypoints')
})

test('chance is spread evenly and can be repeated', () => {
  const chance = chanceFrom(1)
  const numbers = Array.from({ length: 10_000 }, () => chance.share())
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThan(1)
  expect(numbers.reduce((a, b) => a + b) / numbers.length).toBeCloseTo(0.5, 1)
  const again = chanceFrom(1)
  expect(numbers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => again.share()))
})

test('an operation that ended is no longer active', () => {
  const ended = tripsOf(drain(fleetOf(1), START + 24 * HOUR))[0]?.reduce<OperationState | null>(
    (state, { eventType, operationType, at }) =>
      evolve(state, { type: eventType, operationType, occurredAt: at }),
    null,
  )
  expect(ended && isActive(ended)).toBe(false)
})
