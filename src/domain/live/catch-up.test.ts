import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cursor, caughtUp, cursorAt, hasGap, isKnown, take } from './catch-up.ts'

const takeAll = (cursor: Cursor, numbers: readonly number[]): Cursor => numbers.reduce(take, cursor)

describe('numbers in order', () => {
  it('move the cursor on', () => {
    expect(takeAll(cursorAt(7), [8, 9, 10])).toEqual(cursorAt(10))
  })
})

describe('a number that comes early', () => {
  const waiting = takeAll(cursorAt(7), [10, 9])

  it('is kept, and leaves a gap below it', () => {
    expect(waiting).toEqual({ upTo: 7, early: [9, 10] })
    expect(hasGap(waiting)).toBe(true)
  })

  it('is known, the missing one is not', () => {
    expect([7, 8, 9, 10, 11].filter((seq) => isKnown(waiting, seq))).toEqual([7, 9, 10])
  })

  it('is taken in with those that wait when the gap closes', () => {
    const closed = take(waiting, 8)
    expect(closed).toEqual(cursorAt(10))
    expect(hasGap(closed)).toBe(false)
  })

  it('changes nothing the second time', () => {
    expect(take(waiting, 10)).toEqual(waiting)
    expect(take(waiting, 3)).toEqual(waiting)
  })
})

describe('what the server announces', () => {
  it('is a gap while it is above the cursor', () => {
    expect(hasGap(cursorAt(7), 8)).toBe(true)
    expect(hasGap(cursorAt(7), 7)).toBe(false)
    expect(hasGap(cursorAt(7), 0)).toBe(false)
  })
})

describe('a snapshot', () => {
  it('closes the gap and goes on with what came early', () => {
    expect(caughtUp({ upTo: 7, early: [10, 11, 15] }, 9)).toEqual({ upTo: 11, early: [15] })
  })

  it('covers the numbers it holds', () => {
    expect(caughtUp({ upTo: 7, early: [10, 11] }, 12)).toEqual(cursorAt(12))
  })

  it('that is older than the cursor changes nothing', () => {
    const cursor = { upTo: 7, early: [9] }
    expect(caughtUp(cursor, 7)).toEqual(cursor)
    expect(caughtUp(cursor, 2)).toEqual(cursor)
  })
})

describe('numbers in any order', () => {
  const start = fc.nat(50)
  const numbers = fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 60, size: 'max' })

  /** The same as a set: everything up to the start, and the applied numbers. */
  const meaning = (from: number, taken: readonly number[]) => {
    const have = new Set(taken)
    let upTo = from
    while (have.has(upTo + 1)) upTo++
    return { upTo, early: [...have].filter((n) => n > upTo).sort((a, b) => a - b) }
  }

  it('stop the cursor at the first gap, and keep those above', () => {
    fc.assert(
      fc.property(start, numbers, (from, taken) => {
        expect(takeAll(cursorAt(from), taken)).toEqual(meaning(from, taken))
      }),
    )
  })

  it('end at the same cursor with duplicates', () => {
    const shuffled = fc.tuple(start, fc.integer({ min: 1, max: 40 })).chain(([from, count]) =>
      fc.tuple(
        fc.constant(from),
        fc.constant(count),
        fc.shuffledSubarray(
          Array.from({ length: count * 2 }, (_, i) => from + 1 + (i % count)),
          { minLength: count * 2 },
        ),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([from, count, order]) => {
        expect(takeAll(cursorAt(from), order)).toEqual(cursorAt(from + count))
      }),
    )
  })

  it('are new exactly once', () => {
    fc.assert(
      fc.property(start, numbers, (from, order) => {
        let cursor = cursorAt(from)
        const news: number[] = []
        for (const seq of order) {
          if (!isKnown(cursor, seq)) news.push(seq)
          cursor = take(cursor, seq)
          expect(isKnown(cursor, seq)).toBe(true)
        }
        expect(news).toEqual([...new Set(order)].filter((seq) => seq > from))
      }),
    )
  })

  it('have a gap exactly when one below the highest is missing', () => {
    fc.assert(
      fc.property(start, numbers, (from, taken) => {
        const have = new Set(taken)
        const highest = Math.max(from, ...taken)
        let missing = false
        for (let seq = from + 1; seq < highest; seq++) if (!have.has(seq)) missing = true
        expect(hasGap(takeAll(cursorAt(from), taken))).toBe(missing)
      }),
    )
  })

  it('equal a snapshot that holds them', () => {
    fc.assert(
      fc.property(start, numbers, fc.nat(100), (from, taken, seq) => {
        const each = Array.from({ length: Math.max(0, seq - from) }, (_, i) => from + 1 + i)
        const cursor = takeAll(cursorAt(from), taken)
        expect(caughtUp(cursor, seq)).toEqual(takeAll(cursor, each))
      }),
    )
  })
})
