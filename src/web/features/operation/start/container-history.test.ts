import { describe, expect, it } from 'vitest'
import { HISTORY_LIMIT, parseHistory, remember, suggestionsFor } from './container-history.ts'

const numbered = (n: number) => `MSKU${String(n).padStart(7, '0')}`

describe('container history', () => {
  it('keeps the ten most recent, newest first, none twice', () => {
    let history: readonly string[] = []
    for (let n = 1; n <= 12; n++) history = remember(history, numbered(n))
    expect(history).toHaveLength(HISTORY_LIMIT)
    expect(history[0]).toBe(numbered(12))
    expect(history.at(-1)).toBe(numbered(3))
    expect(remember(history, numbered(5))).toEqual([numbered(5), ...history.filter((n) => n !== numbered(5))])
  })

  it('suggests what contains the typed text, in any case and with separators', () => {
    const history = ['MSKU1234565', 'CSQU3054383']
    expect(suggestionsFor(history, '')).toEqual(history)
    expect(suggestionsFor(history, 'csqu 305')).toEqual(['CSQU3054383'])
    expect(suggestionsFor(history, '1234565')).toEqual(['MSKU1234565'])
    expect(suggestionsFor(history, 'MSKU1234565')).toEqual([])
    expect(suggestionsFor(history, 'ZZZ')).toEqual([])
  })

  it('reads back only container numbers, whatever was stored', () => {
    expect(parseHistory(['MSKU1234565', 7, null, 'no', 'MSKU1234565', 'CSQU3054383'])).toEqual([
      'MSKU1234565',
      'CSQU3054383',
    ])
    for (const broken of [null, {}, 'MSKU1234565', 3]) expect(parseHistory(broken)).toEqual([])
  })
})
