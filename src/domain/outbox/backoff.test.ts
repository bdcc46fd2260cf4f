import { describe, expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

describe('backoff', () => {
  it('doubles to a minute and is spread', () => {
    expect([1, 2, 3, 7, 500].map((n) => backoffMs(n, 0))).toEqual([500, 1000, 2000, 30_000, 30_000])
    expect(backoffMs(7, 0.999)).toBeLessThan(60_000)
    expect(backoffMs(1, 0.5)).toBe(750)
  })
})
