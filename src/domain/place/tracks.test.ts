import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Box, boxAround, cellOf, GATE_STEPS, mostLegs, YARD_STEPS } from './tracks.ts'

const view = (south: number, west: number, side: number): Box => ({
  south,
  west,
  north: south + side,
  east: west + side,
})
const holds = (outer: Box, inner: Box) =>
  outer.south <= inner.south &&
  outer.west <= inner.west &&
  outer.north >= inner.north &&
  outer.east >= inner.east

describe('the grid of the tracks', () => {
  it('has cells of half a hundred metres over a park with its approach, and of some kilometres over the country', () => {
    expect(cellOf(view(20.5, -103.2, 0.1)) * 111_195).toBeCloseTo(54.3, 1)
    expect(cellOf(view(14, -118, 19)) * 111).toBeCloseTo(13.9, 1)
  })

  it('has at most 256 cells a side, and no smaller ones than a fix is good for', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 180, noNaN: true }), (side) => {
        const box = view(0, 0, side)
        expect((box.north - box.south) / cellOf(box)).toBeLessThanOrEqual(256)
        expect(cellOf(box)).toBeGreaterThanOrEqual(2 ** -16)
      }),
    )
  })
})

it('legs are read for a town and its parks, not for the country', () => {
  expect([mostLegs(cellOf(view(20.5, -103.2, 0.4))), mostLegs(cellOf(view(20, -104, 1)))]).toEqual([1500, 0])
})

describe('the box that is asked for', () => {
  const places = fc.record({
    south: fc.double({ min: -80, max: 70, noNaN: true }),
    west: fc.double({ min: -170, max: 160, noNaN: true }),
    side: fc.double({ min: 0.001, max: 10, noNaN: true }),
  })

  it('holds what is seen, whatever was asked for before', () => {
    fc.assert(
      fc.property(places, places, (a, b) => {
        const seen = view(b.south, b.west, b.side)
        const box = boxAround(seen, boxAround(view(a.south, a.west, a.side), null))
        expect(holds(box, seen)).toBe(true)
        expect(box.north).toBeLessThanOrEqual(90)
        expect(box.west).toBeGreaterThanOrEqual(-180)
      }),
    )
  })

  it('stays while the map moves a little, and not when it comes nearer or leaves', () => {
    const first = boxAround(view(20, -103, 1), null)
    expect(boxAround(view(20.4, -102.6, 1), first)).toBe(first)
    expect(boxAround(view(20.6, -103, 1), first)).not.toBe(first)
    expect(boxAround(view(20.2, -103, 0.5), first)).toBe(first)
    expect(boxAround(view(20.2, -103, 0.4), first)).not.toBe(first)
  })
})

it('every step of a visit is at the gate or in the yard', () => {
  expect(GATE_STEPS).toEqual(['arrived_at_park', 'access_granted', 'exit_park'])
  expect(YARD_STEPS).toEqual(['vehicle_parked', 'load_complete', 'unload_complete'])
})
