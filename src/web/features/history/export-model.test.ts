import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRecordCounter, EXPORT_PERIODS, exportPath, fallbackName, fileNameOf } from './export-model.ts'
import { NO_FILTERS, narrow } from './filters.ts'

it('asks for the filters and the period together', () => {
  const narrowing = narrow({ ...NO_FILTERS, from: '2026-03-08', operator: 3 }, 'UTC')
  if (narrowing === null) throw new Error('contradiction')
  for (const period of EXPORT_PERIODS) {
    const params = new URL(exportPath(narrowing, period), 'http://x').searchParams
    expect(Object.fromEntries(params)).toEqual({
      operatorId: '3',
      from: '2026-03-08T00:00:00.000Z',
      days: String(period),
    })
  }
})

describe('counting records', () => {
  const count = (...pieces: string[]) => {
    const counter = createRecordCounter()
    for (const piece of pieces) counter.push(new TextEncoder().encode(piece))
    return counter.records()
  }

  it.each([
    ['nothing', [''], 0],
    ['a header alone', ['\ufeffID,operator\r\n'], 0],
    ['two records', ['ID\r\n1\r\n2\r\n'], 2],
    ['a last record without a line end', ['ID\r\n1\r\n2'], 2],
    ['a line break within quotes', ['ID\r\n"a\r\nb"\r\n2\r\n'], 2],
    ['doubled quotes', ['ID\r\n"a ""b""\r\nc"\r\n'], 1],
  ])('%s', (_what, pieces, records) => {
    expect(count(...pieces)).toBe(records)
  })

  it('does not depend on where the pieces are cut', () => {
    const file = 'ID,place\r\n1,"a ""x""\r\n b"\r\n2,ñ\r\n3,"\r\n"\r\n'
    fc.assert(
      fc.property(fc.array(fc.nat(file.length)), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), file.length]
        const pieces = at.slice(1).map((end, index) => file.slice(at[index], end))
        expect(count(...pieces)).toBe(3)
      }),
    )
  })
})

describe('the name of the file', () => {
  it.each([
    ['attachment; filename="logs_filtrados_2026-03-10.csv"', 'logs_filtrados_2026-03-10.csv'],
    ['attachment; filename=logs.csv', 'logs.csv'],
    ["attachment; filename=x.csv; filename*=UTF-8''a%C3%B1o.csv", 'año.csv'],
    ["attachment; filename=x.csv; filename*=UTF-8''%E0%A4%A", 'x.csv'],
    ['attachment; filename="../../etc/logs.csv"', 'logs.csv'],
    ['attachment', 'otro.csv'],
    [null, 'otro.csv'],
  ])('%s is %s', (header, name) => {
    expect(fileNameOf(header, 'otro.csv')).toBe(name)
  })

  it('has the day when the server says none', () => {
    expect(fallbackName(new Date(2026, 2, 9).getTime())).toBe('logs_filtrados_2026-03-09.csv')
  })
})
