import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usualIn, usualTime } from './usual.ts'

/** 1 to 40 minutes. */
const LENGTHS = Array.from({ length: 40 }, (_, i) => (i + 1) * 60)

describe('how much longer a step usually takes', () => {
  it('is the middle half of the earlier ones', () => {
    expect(usualTime(LENGTHS, 0)).toEqual({ overdue: false, fromSeconds: 600, toSeconds: 1800 })
  })

  it('counts only those that lasted at least as long', () => {
    // 21 to 40 minutes remain: the middle half is 25 to 35.
    expect(usualTime(LENGTHS, 20 * 60 + 1)).toEqual({
      overdue: false,
      fromSeconds: 25 * 60 - 20 * 60 - 1,
      toSeconds: 35 * 60 - 20 * 60 - 1,
    })
  })

  it('is overdue once it is late: beyond the 75th percentile, as on the desk', () => {
    expect(usualIn(LENGTHS)).toEqual({ normalSeconds: 20 * 60, p75Seconds: 30 * 60 })
    expect(usualTime(LENGTHS, 30 * 60 + 1)).toEqual({ overdue: true })
    expect(usualTime(LENGTHS, 30 * 60)).toMatchObject({ overdue: false })
  })

  it('is unknown without a group that has enough', () => {
    expect(usualTime(null, 0)).toBeNull()
  })

  it('is never in the past, and its beginning is never behind its end', () => {
    const lengths = fc.array(fc.nat(100_000), { minLength: 20, maxLength: 200 })
    fc.assert(
      fc.property(lengths, fc.nat(120_000), (any, elapsed) => {
        const usual = usualTime(
          any.sort((a, b) => a - b),
          elapsed,
        )
        if (usual === null || usual.overdue) return
        expect(usual.fromSeconds).toBeGreaterThanOrEqual(0)
        expect(usual.toSeconds).toBeGreaterThanOrEqual(usual.fromSeconds)
      }),
    )
  })
})
