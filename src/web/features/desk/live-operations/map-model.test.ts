import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventType, Phase } from '#domain/operation/steps'
import { clustersOf, parkCircles, type Truck, trackOf } from './map-model.ts'

const PARK = { lat: 20.52, lng: -103.179 }

const truck = (operationKey: string, lat: number, lng: number, phase: Phase = 'driving'): Truck => ({
  operationKey,
  position: { lat, lng },
  phase,
  label: operationKey,
})
const pixel = ({ lat, lng }: { lat: number; lng: number }) => ({ x: lng * 100, y: lat * 100 })

describe('trucks on the map', () => {
  it('that would cover each other are one sign with the most urgent phase', () => {
    const clusters = clustersOf(
      [truck('a', 0, 0), truck('b', 0.01, 0.01, 'stopped'), truck('c', 5, 5, 'waiting')],
      pixel,
      30,
    )
    expect(clusters.map(({ phase, trucks }) => [phase, trucks.length])).toEqual([
      ['stopped', 2],
      ['waiting', 1],
    ])
  })

  it('are each drawn once, whatever the zoom', () => {
    const fleet = fc.array(
      fc.record({
        lat: fc.double({ min: 14, max: 32, noNaN: true }),
        lng: fc.double({ min: -118, max: -86, noNaN: true }),
      }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(fleet, fc.integer({ min: 1, max: 5000 }), (places, cell) => {
        const trucks = places.map(({ lat, lng }, index) => truck(`t${index}`, lat, lng))
        const drawn = clustersOf(trucks, pixel, cell).flatMap((cluster) => cluster.trucks)
        expect(new Set(drawn)).toEqual(new Set(trucks))
        expect(drawn).toHaveLength(trucks.length)
      }),
    )
  })
})

describe('the circle of a park', () => {
  const event = (eventType: EventType, lat: number, lng: number) =>
    ({ operationType: 'load', eventType, coordinates: { lat, lng } }) as const

  it('lies around where operations have arrived', () => {
    const [circle, ...others] = parkCircles([
      event('arrived_at_park', PARK.lat + 0.002, PARK.lng),
      event('vehicle_parked', PARK.lat - 0.002, PARK.lng),
      event('stop_fuel', 19, -104),
      { operationType: 'load', eventType: 'arrived_at_park', coordinates: null },
    ])
    expect(others).toEqual([])
    expect(circle?.centre.lat).toBeCloseTo(PARK.lat, 6)
    // 0.002 degrees of latitude are 222 m; 100 m more for the fence.
    expect(circle?.radiusMetres).toBeCloseTo(322, 0)
  })

  it('is one for each park, and not a point', () => {
    const circles = parkCircles([
      event('arrived_at_park', PARK.lat, PARK.lng),
      event('arrived_at_park', 19.07, -104.29),
    ])
    expect(circles.map(({ radiusMetres }) => radiusMetres)).toEqual([300, 300])
  })

  it('is not there where nobody has arrived', () => {
    expect(parkCircles([event('en_route', PARK.lat, PARK.lng)])).toEqual([])
  })
})

describe('a track', () => {
  it('has the places in the order in which they happened, whichever way they were listed', () => {
    const at = (seq: number, timestamp: string, lat: number | null) => ({
      seq,
      timestamp,
      coordinates: lat === null ? null : { lat, lng: 0 },
    })
    const events = [
      at(3, '2026-11-21T12:02:00.000Z', 3),
      at(4, '2026-11-21T12:01:00.000Z', null),
      at(2, '2026-11-21T12:00:00.000Z', 2),
      at(1, '2026-11-21T12:00:00.000Z', 1),
    ]
    expect(trackOf(events).map(({ lat }) => lat)).toEqual([1, 2, 3])
  })
})
