import { describe, expect, it } from 'vitest'
import { parseNumbers, RECENT_NUMBERS, remember } from './recent-numbers.ts'

const numbered = (n: number) => `MSKU${String(n).padStart(7, '0')}`

describe('recent numbers', () => {
  it('are the ten most recent, newest first, none twice', () => {
    let numbers: readonly string[] = []
    for (let n = 1; n <= 12; n++) numbers = remember(numbers, numbered(n))
    expect(numbers).toHaveLength(RECENT_NUMBERS)
    expect(numbers[0]).toBe(numbered(12))
    expect(numbers.at(-1)).toBe(numbered(3))
    expect(remember(numbers, numbered(5))).toEqual([numbered(5), ...numbers.filter((n) => n !== numbered(5))])
  })

  it('are read back as container numbers alone, whatever was stored', () => {
    const key = 'MSKU1234565_AAAAAAAAAAAAAAAAAAAAAA'
    expect(parseNumbers(['MSKU1234565', 7, null, 'no', key, 'MSKU1234565', 'CSQU3054383'])).toEqual([
      'MSKU1234565',
      'CSQU3054383',
    ])
    for (const broken of [null, {}, 'MSKU1234565', 3]) expect(parseNumbers(broken)).toEqual([])
  })
})
