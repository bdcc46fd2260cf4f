import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LONGEST_WAIT_MS, nextTry, TRIED_MS } from './next-try.ts'

const waited = (tries: number, random = 0) =>
  (nextTry({ tries, now: 0, until: Number.POSITIVE_INFINITY, random }) ?? 0) / 1000

describe('the next try of a mail', () => {
  it('comes after 15 to 30 seconds, then twice as late each time, up to a quarter of an hour', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 300].map((tries) => waited(tries))).toEqual([
      15, 30, 60, 120, 240, 450, 450, 450,
    ])
    expect(waited(1, 0.9999)).toBeLessThan(30)
    expect(waited(300, 0.9999)).toBeLessThan(900)
  })

  it('ends with what the mail says: none is planned for then or later', () => {
    const soon = { tries: 1, now: 1_000_000, random: 0 }
    expect(nextTry({ ...soon, until: 1_015_000 })).toBeNull()
    expect(nextTry({ ...soon, until: 1_015_001 })).toBe(1_015_000)
  })

  const given = fc.record({
    tries: fc.integer({ min: 1, max: 5_000 }),
    now: fc.integer({ min: 0, max: 4e12 }),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  })

  it('is always later than now and never later than the longest wait, whatever came before', () => {
    fc.assert(
      fc.property(given, (one) => {
        const at = nextTry({ ...one, until: Number.POSITIVE_INFINITY }) ?? 0
        expect(at).toBeGreaterThan(one.now)
        expect(at).toBeLessThanOrEqual(one.now + LONGEST_WAIT_MS)
      }),
    )
  })

  it('is never earlier after more tries', () => {
    fc.assert(
      fc.property(given, (one) => {
        const until = Number.POSITIVE_INFINITY
        const [now, later] = [one.tries, one.tries + 1].map((tries) => nextTry({ ...one, tries, until }) ?? 0)
        expect(later).toBeGreaterThanOrEqual(now ?? 0)
      }),
    )
  })

  it('followed to its end, tries a mail often in the first hour and a bounded number of times in all', () => {
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (draws) => {
          let [tries, hour, now] = [1, 1, 0]
          for (const random of draws) {
            const at = nextTry({ tries, now, until: TRIED_MS, random })
            if (at === null) break
            now = at
            tries++
            if (now < 3_600_000) hour++
          }
          expect(hour).toBeGreaterThanOrEqual(7)
          expect(tries).toBeLessThan(600)
          expect(now).toBeGreaterThan(TRIED_MS - LONGEST_WAIT_MS)
        },
      ),
      { numRuns: 20 },
    )
  })
})
