import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sketchOf } from './sketch.ts'

const FRAME = { width: 300, height: 120, margin: 10 }

describe('the sketch of a track', () => {
  it('puts the north up and the east to the right', () => {
    const [south, north] = sketchOf(
      [
        { lat: 19, lng: -104 },
        { lat: 20, lng: -103 },
      ],
      FRAME,
    )
    expect(north?.y).toBeLessThan(south?.y ?? 0)
    expect(north?.x).toBeGreaterThan(south?.x ?? 0)
  })

  it('draws one place in the middle', () => {
    expect(sketchOf([{ lat: 19, lng: -104 }], FRAME)).toEqual([{ x: 150, y: 60 }])
  })

  it('stays within its frame', () => {
    const place = fc.record({
      lat: fc.double({ min: -80, max: 80, noNaN: true }),
      lng: fc.double({ min: -179, max: 179, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), (places) => {
        for (const { x, y } of sketchOf(places, FRAME)) {
          expect(x).toBeGreaterThanOrEqual(9.999)
          expect(x).toBeLessThanOrEqual(290.001)
          expect(y).toBeGreaterThanOrEqual(9.999)
          expect(y).toBeLessThanOrEqual(110.001)
        }
      }),
    )
  })
})
