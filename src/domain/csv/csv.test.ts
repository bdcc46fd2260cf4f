import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import { parseCsv } from '../../../test/support/csv.ts'
import { csvRecord, FORMULA_START } from './csv.ts'

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

  it.each([
    '=1+1',
    '+52 314',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1+1',
    '  @SUM(A1)',
    '\u00A0=1',
    '\u3000+1',
    '\u200B=1',
    '\uFEFF-1',
    '＝1+1',
    '＋1',
    ' －1',
    '＠SUM(A1)',
    '﹦1',
    '−1',
    '=HYPERLINK("http://x","y")',
  ])('lets no spreadsheet compute %j, and keeps it whole', (text) => {
    expect(parseCsv(csvRecord([text]))).toEqual([[`'${text}`]])
  })

  it('keeps a sign that does not begin the cell', () => {
    expect(csvRecord(['a=b', 'juan@park', 'x-y', ' a=b'])).toBe('a=b,juan@park,x-y, a=b\r\n')
  })

  it('parses back to the same text', () => {
    const cell = fc.oneof(anyText(), fc.constantFrom('=1', '"', ',', '\n', '\r\n', '-', "'"))
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1 }), (rows) => {
        const parsed = parseCsv(rows.map(csvRecord).join(''))
        const bare = (text: string) =>
          text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text
        expect(parsed.map((row) => row.map(bare))).toEqual(rows.map((row) => row.map(bare)))
        for (const text of parsed.flat()) expect(text).not.toMatch(FORMULA_START)
      }),
    )
  })
})
