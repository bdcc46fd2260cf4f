import { expect, it } from 'vitest'
import { formatBeside, formatDateTime, formatExact, formatTime } from './date-time.ts'

it('writes dd/MM/yy HH:mm in the local zone', () => {
  const iso = new Date(2025, 2, 1, 7, 5, 59).toISOString()
  expect(formatDateTime(iso)).toBe('01/03/25 07:05')
  expect(formatTime(iso)).toBe('07:05')
  expect(formatExact(iso)).toBe('01/03/25 07:05:59')
})

it('beside another time writes the hour, or the day where that is another', () => {
  const at = (day: number, hour: number) => new Date(2025, 2, day, hour, 5).toISOString()
  expect(formatBeside(at(1, 0), at(1, 23))).toBe('00:05')
  expect(formatBeside(at(1, 23), at(2, 0))).toBe('01/03/25')
})

it('writes a dash for what is no date', () => {
  expect(formatDateTime('ayer')).toBe('—')
  expect(formatExact('ayer')).toBe('—')
})
