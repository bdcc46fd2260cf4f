import { expect, it } from 'vitest'
import type { OperationEvent } from '../../../api/operation.ts'
import { withDays } from './days.ts'

const at = (id: number, ...time: [number, number, number, number]): OperationEvent =>
  ({ id, timestamp: new Date(...time).toISOString() }) as OperationEvent

it('marks each day once, today and yesterday by name, also after the first of a month', () => {
  const rows = [
    at(4, 2026, 11, 1, 8),
    at(3, 2026, 11, 1, 0),
    at(2, 2026, 10, 30, 23),
    at(1, 2025, 10, 30, 23),
  ]
  const lines = withDays(rows, new Date(2026, 11, 1, 9).getTime())
  expect(lines.map((line) => ('day' in line ? line.day : line.place))).toEqual([
    'Hoy, martes, 1 de diciembre de 2026',
    0,
    1,
    'Ayer, lunes, 30 de noviembre de 2026',
    2,
    'domingo, 30 de noviembre de 2025',
    3,
  ])
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
})
