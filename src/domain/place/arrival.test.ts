import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ArrivalFix, afterFix, NOWHERE, nextLookAt, suggestionOf } from './arrival.ts'

const GATE = { lat: 20.52, lng: -103.18 }
const PARK = { id: 7, shape: { type: 'circle', center: GATE, radiusMetres: 300 } as const }
const AWAY = { lat: 20.54, lng: -103.18 }

/** Fixes as [minute, inside, accuracy]; the places suggested after each. */
function suggested(...fixes: [minute: number, inside: boolean, accuracy?: number][]): (number | null)[] {
  let state = NOWHERE
  return fixes.map(([minute, inside, accuracy = 20]) => {
    const fix: ArrivalFix = { coordinates: inside ? GATE : AWAY, accuracy, at: minute * 60_000 }
    state = afterFix(state, fix, [PARK])
    return suggestionOf(state)
  })
}

describe('an arrival is suggested', () => {
  it('by two fixes inside, two minutes apart', () => {
    expect(suggested([0, true], [1.9, true], [2, true], [9, true])).toEqual([null, null, 7, 7])
  })

  it('by fixes of 75 m or better alone', () => {
    expect(suggested([0, true, 75], [2, true, 76], [3, true, 800], [4, true, 75])).toEqual([
      null,
      null,
      null,
      7,
    ])
    expect(suggested([0, true, 800])).toEqual([null])
    expect(suggested([0, true, 800], [5, true, 20])).toEqual([null, null])
  })

  it('not by passing twice', () => {
    expect(suggested([0, true], [1, false], [2.5, true])).toEqual([null, null, null])
  })

  it('once for each visit: who comes back within three minutes was not away', () => {
    expect(suggested([0, true], [2, true], [3, false], [5.9, true], [6, true])).toEqual([null, 7, null, 7, 7])
    expect(suggested([0, true], [2, true], [3, false], [6, true], [8, true])).toEqual([
      null,
      7,
      null,
      null,
      7,
    ])
  })

  it('and another look is due only while it waits for the second fix', () => {
    const first = afterFix(NOWHERE, { coordinates: GATE, accuracy: 20, at: 1000 }, [PARK])
    expect(nextLookAt(NOWHERE)).toBeNull()
    expect(nextLookAt(first)).toBe(121_000)
    expect(nextLookAt(afterFix(first, { coordinates: GATE, accuracy: 20, at: 121_000 }, [PARK]))).toBeNull()
    expect(nextLookAt(afterFix(first, { coordinates: AWAY, accuracy: 20, at: 61_000 }, [PARK]))).toBeNull()
  })

  it('never by inexact fixes, and never by fewer than two good ones in two minutes', () => {
    const fix = fc.tuple(
      fc.double({ min: 0, max: 1.5, noNaN: true }),
      fc.boolean(),
      fc.integer({ min: 1, max: 900 }),
    )
    fc.assert(
      fc.property(fc.array(fix), (steps) => {
        let minute = 0
        const fixes = steps.map(([wait, inside, accuracy]): [number, boolean, number] => {
          minute += wait
          return [minute, inside, accuracy]
        })
        for (const [i, place] of suggested(...fixes).entries()) {
          if (place === null) continue
          const good = fixes.slice(0, i + 1).filter(([, , accuracy]) => accuracy <= 75)
          const inside = good.filter(([, isInside]) => isInside).map(([at]) => at)
          expect(Math.max(...inside) - Math.min(...inside)).toBeGreaterThanOrEqual(2)
          expect(good.at(-1)?.[1]).toBe(true)
        }
      }),
    )
  })
})
