import { expect, it } from 'vitest'
import { formatDateTime, formatExact, formatTime } from './date-time.ts'

it('writes dd/MM/yy HH:mm in the local zone', () => {
  const iso = new Date(2025, 2, 1, 7, 5, 59).toISOString()
  expect(formatDateTime(iso)).toBe('01/03/25 07:05')
  expect(formatTime(iso)).toBe('07:05')
  expect(formatExact(iso)).toBe('01/03/25 07:05:59')
})

it('writes a dash for what is no date', () => {
  expect(formatDateTime('ayer')).toBe('—')
  expect(formatExact('ayer')).toBe('—')
})
