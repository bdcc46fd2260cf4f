import { describe, expect, it } from 'vitest'
import { agoText } from './ago-text.ts'

const at = new Date(2026, 10, 20, 0, 5, 59).getTime()
const minute = 60_000

describe('how long ago', () => {
  it.each([
    [-minute, 'hace un momento'],
    [minute - 1, 'hace un momento'],
    [minute, 'hace 1 min'],
    [60 * minute - 1, 'hace 59 min'],
    [60 * minute, 'hace 1 h'],
    [24 * 60 * minute - 1, 'hace 23 h'],
    [24 * 60 * minute, '20/11/26 00:05'],
  ])('%i ms ago', (age, text) => {
    expect(agoText(new Date(at).toISOString(), at + age)).toBe(text)
  })
})
