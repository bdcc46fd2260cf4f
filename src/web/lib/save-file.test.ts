import { expect, it } from 'vitest'
import { fileNameOf } from './save-file.ts'

it.each([
  ['attachment; filename="logs_filtrados_2026-03-10.csv"', 'logs_filtrados_2026-03-10.csv'],
  ['attachment; filename=reporte_2026_11.csv', 'reporte_2026_11.csv'],
  ["attachment; filename=x.csv; filename*=UTF-8''a%C3%B1o.csv", 'año.csv'],
  ["attachment; filename=x.csv; filename*=UTF-8''%E0%A4%A", 'x.csv'],
  ['attachment; filename="../../etc/logs.csv"', 'logs.csv'],
  ['attachment', 'otro.csv'],
  [null, 'otro.csv'],
])('%s names the file %s', (header, name) => {
  expect(fileNameOf(header, 'otro.csv')).toBe(name)
})
