import { describe, expect, it } from 'vitest'
import { formatDuration, formatDurationMinutes } from './duration.ts'

describe('a duration', () => {
  it.each([
    [-1, '0 s', '0 min'],
    [-3600, '0 s', '0 min'],
    [0, '0 s', '0 min'],
    [0.9, '0 s', '0 min'],
    [1, '1 s', '0 min'],
    [59, '59 s', '0 min'],
    [59.999, '59 s', '0 min'],
    [60, '1 min', '1 min'],
    [119, '1 min', '1 min'],
    [3599, '59 min', '59 min'],
    [3600, '1 h 0 min', '1 h 0 min'],
    [3659, '1 h 0 min', '1 h 0 min'],
    [3660, '1 h 1 min', '1 h 1 min'],
    [86_399, '23 h 59 min', '23 h 59 min'],
    [360_000, '100 h 0 min', '100 h 0 min'],
  ])('of %d seconds reads %s to the driver and %s to the supervisor', (seconds, driver, supervisor) => {
    expect(formatDuration(seconds)).toBe(driver)
    expect(formatDurationMinutes(seconds)).toBe(supervisor)
  })
})
