import { describe, expect, it } from 'vitest'
import type { MonthPack } from '#domain/evidence/content'
import { parseCsv } from '../../../../../test/support/csv.ts'
import { evidenceCsv } from './csv.ts'
import { sheetOf, WORDS } from './sheet.ts'

const pack: MonthPack = {
  format: 1,
  version: 1,
  supervisor: { id: 1, name: 'Uno' },
  client: 'Importadora',
  zone: 'America/Mexico_City',
  kind: 'month',
  month: '2026-11',
  visits: [],
  centavos: 63_050,
}

const rowsOf = (month: MonthPack): string[][] => {
  const issued = { pack: month, hash: 'a'.repeat(64), issuedAt: new Date(0), verifyUrl: '/verificar/a' }
  return parseCsv(evidenceCsv(sheetOf(issued, 'es'), WORDS.es).slice(1))
}

describe('the sum of a pack as a table', () => {
  it('is a number, with tax and the sum of both where one was agreed', () => {
    expect(rowsOf(pack).slice(1, 3)).toEqual([
      ['Total de estadía (MXN)', '630.5'],
      ['Datos', 'Mes', 'noviembre de 2026'],
    ])
    expect(rowsOf({ ...pack, taxCentavos: 10_088 }).slice(1, 4)).toEqual([
      ['Total de estadía (MXN)', '630.5'],
      ['IVA (MXN)', '100.88'],
      ['Total con IVA (MXN)', '731.38'],
    ])
  })
})
