import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../../test/support/csv.ts'
import { csvRecord } from './csv.ts'

describe('a record', () => {
  it.each([
    [['a', 'b'], 'a,b\r\n'],
    [[1, -2.5, 0], '1,-2.5,0\r\n'],
    [['', null, 'x'], ',,x\r\n'],
    [['Ciudad Guzmán, Jal.'], '"Ciudad Guzmán, Jal."\r\n'],
    [['dijo "ya"'], '"dijo ""ya"""\r\n'],
    [['una\r\ndos'], '"una\r\ndos"\r\n'],
  ])('%j', (cells, text) => {
    expect(csvRecord(cells)).toBe(text)
  })

  it.each(['=1+1', '+52 314', '-2', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'])(
    'lets no spreadsheet compute %j, and keeps it whole',
    (text) => {
      expect(parseCsv(csvRecord([text]))).toEqual([[`'${text}`]])
    },
  )

  it('keeps a sign that does not begin the cell', () => {
    expect(csvRecord(['a=b', 'juan@park', 'x-y'])).toBe('a=b,juan@park,x-y\r\n')
  })

  it('parses back to the same text', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('=1', '"', ',', '\n', '\r\n', '-', "'"),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1 }), (rows) => {
        const parsed = parseCsv(rows.map(csvRecord).join(''))
        expect(parsed.map((r) => r.map((c) => (/^'[=+\-@\t\r]/.test(c) ? c.slice(1) : c)))).toEqual(
          rows.map((r) => r.map((c) => (/^'[=+\-@\t\r]/.test(c) ? c.slice(1) : c))),
        )
        for (const text of parsed.flat()) expect(text).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })
})
