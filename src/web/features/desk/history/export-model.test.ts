import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRecordCounter, fallbackName } from './export-model.ts'

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

it('is named after the day when the server gives no name', () => {
  expect(fallbackName(new Date(2026, 2, 9).getTime())).toBe('logs_filtrados_2026-03-09.csv')
})
