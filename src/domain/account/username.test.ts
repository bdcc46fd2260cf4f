import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { USERNAME } from './fields.ts'
import { suggestionStem, suggestUsernames } from './username.ts'

const year = 2026
const suggest = (wanted: string, ...taken: string[]) =>
  suggestUsernames(wanted, new Set([wanted, ...taken]), { year })

/** Names as people type them: accents, capitals, inner spaces, emoji, and far too long ones. */
const name = fc
  .array(fc.constantFrom(...'aZñÑéÜß07._-  ', '🚚', '林', 'e\u0301'), { maxLength: 80, size: 'max' })
  .map((parts) => parts.join(''))

describe('names to offer instead of a taken one', () => {
  it('are short and easy to remember', () => {
    expect(suggest('juan')).toEqual(['juan26', 'juan.mx', 'juan2026'])
  })

  it('skip taken names case-insensitively', () => {
    expect(suggest('juan', 'JUAN26', 'Juan2026', 'juan1')).toEqual(['juan.mx', 'juan2', 'juan3'])
  })

  it('keep the capitals that were asked for', () => {
    expect(suggest('JuanP')).toEqual(['JuanP26', 'JuanP.mx', 'JuanP2026'])
  })

  it('join the words of a full name', () => {
    expect(suggest('  Juan  Pérez ')).toEqual(['Juan.Pérez26', 'Juan.Pérez.mx', 'Juan.Pérez2026'])
  })

  it('have a default for an empty name', () => {
    expect(suggest('   ')).toEqual(['usuario26', 'usuario.mx', 'usuario2026'])
  })

  it('are as many as asked for', () => {
    expect(suggestUsernames('juan', new Set(), { year, count: 5 })).toEqual([
      'juan26',
      'juan.mx',
      'juan2026',
      'juan1',
      'juan2',
    ])
    expect(suggestUsernames('juan', new Set(), { year, count: 0 })).toEqual([])
  })

  it('do not offer one name twice when two ways lead to it', () => {
    expect(suggestUsernames('juan', new Set(), { year: 2001, count: 4 })).toEqual([
      'juan1',
      'juan.mx',
      'juan2001',
      'juan2',
    ])
  })

  it('may run out', () => {
    const all = suggestUsernames('juan', new Set(), { year, count: 10_000 })
    expect(suggestUsernames('juan', new Set(all), { year })).toEqual([])
  })

  it('cut a long name so that the ending still fits', () => {
    expect(suggest('a'.repeat(USERNAME.max))).toEqual([
      `${'a'.repeat(55)}26`,
      `${'a'.repeat(55)}.mx`,
      `${'a'.repeat(55)}2026`,
    ])
  })

  it('cut a long name between characters', () => {
    for (const suggestion of suggest(`${'a'.repeat(54)}🚚🚚🚚`)) {
      expect(suggestion).not.toMatch(/\p{Surrogate}/u)
      expect(suggestion).toMatch(/^a{54}[^a]/)
    }
  })

  it('are free, different, short enough, without spaces, and the same when asked again', () => {
    fc.assert(
      fc.property(name, fc.array(fc.nat(6)), fc.boolean(), (wanted, picks, shout) => {
        const offered = suggestUsernames(wanted, new Set(), { year, count: 7 })
        const taken = new Set(
          picks.map((pick) => offered[pick] ?? wanted).map((each) => (shout ? each.toUpperCase() : each)),
        )
        const suggestions = suggestUsernames(wanted, taken, { year })
        const lower = suggestions.map((each) => each.toLowerCase())
        const lowerTaken = new Set([...taken].map((each) => each.toLowerCase()))
        expect(suggestions).toHaveLength(3)
        expect(new Set(lower).size).toBe(3)
        for (const [index, suggestion] of suggestions.entries()) {
          expect(lowerTaken.has(lower[index] ?? '')).toBe(false)
          expect(suggestion.length).toBeLessThanOrEqual(USERNAME.max)
          expect(suggestion).not.toMatch(/\s/)
          expect(suggestion).not.toMatch(/\p{Surrogate}/u)
          expect(lower[index]?.startsWith(suggestionStem(wanted))).toBe(true)
        }
        expect(suggestUsernames(wanted, taken, { year })).toEqual(suggestions)
      }),
      { numRuns: 500 },
    )
  })
})
