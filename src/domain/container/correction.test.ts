import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import {
  RIGHT_NUMBERS,
  standardCheckDigit,
  UNKNOWN_CATEGORY_NUMBER,
  WRONG_DIGIT_NUMBERS,
} from '../../../test/support/iso-6346.ts'
import { suggestCorrection } from './correction.ts'
import { containerNumberWarnings, isContainerNumber } from './number.ts'

const LOOK_ALIKES: Record<string, string> = {
  O: '0',
  I: '1',
  S: '5',
  Z: '2',
  G: '6',
  B: '8',
  '0': 'O',
  '1': 'I',
  '2': 'Z',
  '5': 'S',
  '6': 'G',
  '8': 'B',
}

const tenCharacters = fc.stringMatching(/^[A-Z]{3}[UJZ][0-9]{6}$/)
const rightNumber = tenCharacters.map((ten) => `${ten}${standardCheckDigit(ten)}`)

describe('a number that the standard has nothing against', () => {
  it.each(RIGHT_NUMBERS)('%s has no suggestion', (number) => {
    expect(suggestCorrection(number)).toBeNull()
  })

  it('never has one', () => {
    fc.assert(
      fc.property(rightNumber, (number) => {
        expect(suggestCorrection(number)).toBeNull()
      }),
    )
  })
})

describe('a wrong check digit', () => {
  it.each([
    ['CSQU3054384', 'CSQU3054383'],
    ['TEXU3070070', 'TEXU3070079'],
    ['APZU3789871', 'APZU3789870'],
  ])('%s becomes %s', (wrong, right) => {
    expect(suggestCorrection(wrong)).toBe(right)
  })

  it.each(WRONG_DIGIT_NUMBERS)('of %s is replaced by the digit that the others ask for', (wrong) => {
    const ten = wrong.slice(0, 10)
    expect(suggestCorrection(wrong)).toBe(`${ten}${standardCheckDigit(ten)}`)
  })
})

describe('a category that the standard does not know', () => {
  it('becomes the one letter that leaves the check digit right', () => {
    expect(suggestCorrection(UNKNOWN_CATEGORY_NUMBER)).toBe('TBJU7176445')
    // One misread letter breaks category and check digit: V counts 34, U counts 32.
    expect(containerNumberWarnings('TEXV3070079')).toEqual(['check_digit', 'category'])
    expect(suggestCorrection('TEXV3070079')).toBe('TEXU3070079')
  })

  it('has no suggestion where none of U, J and Z makes the digit right', () => {
    expect(suggestCorrection('AAAA1234567')).toBeNull()
  })

  it('has no suggestion where two of them do', () => {
    // The remainders 10 and 0 are both written 0, so two letters may fit.
    const ambiguous = fc.stringMatching(/^[A-Z]{3}[0-9]{6}$/).filter((nine) => fitting(nine, '0').length > 1)
    fc.assert(
      fc.property(ambiguous, (nine) => {
        expect(suggestCorrection(`${nine.slice(0, 3)}A${nine.slice(3)}0`)).toBeNull()
      }),
      { numRuns: 50 },
    )
  })

  it('offers a letter exactly when it is the only one', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{3}[0-9]{6}$/),
        fc.stringMatching(/^[A-IK-TV-Y]$/),
        fc.stringMatching(/^[0-9]$/),
        (nine, category, digit) => {
          const fits = fitting(nine, digit)
          const expected = fits.length === 1 ? `${nine.slice(0, 3)}${fits[0]}${nine.slice(3)}${digit}` : null
          expect(suggestCorrection(`${nine.slice(0, 3)}${category}${nine.slice(3)}${digit}`)).toBe(expected)
        },
      ),
    )
  })
})

/** The categories with which owner and serial (nine characters) have this check digit. */
function fitting(nine: string, digit: string): string[] {
  return ['U', 'J', 'Z'].filter(
    (letter) => standardCheckDigit(`${nine.slice(0, 3)}${letter}${nine.slice(3)}`) === Number(digit),
  )
}

describe('look-alikes in the wrong kind of place', () => {
  it.each([
    ['CSQU3O54383', 'CSQU3054383'],
    ['C5QU3054383', 'CSQU3054383'],
    ['TCNU72OO794', 'TCNU7200794'],
    ['T0LU4734787', 'TOLU4734787'],
    ['HLXU200B4I9', 'HLXU2008419'],
    ['APZU37B9B7O', 'APZU3789870'],
    ['GY0U4O4799O', 'GYOU4047990'],
    ['6YOU4D4799O', 'GYOU4047990'],
    ['TCNU7Z00794', 'TCNU7200794'],
  ])('%s becomes %s', (text, right) => {
    expect(suggestCorrection(text)).toBe(right)
  })

  it.each([
    ['the check digit denies the reading', 'CSQU3O54384'],
    ['the category becomes one that the standard does not know', 'TEX03070079'],
    ['a letter in a digit place looks like no digit', 'CSQU3X54383'],
    ['a digit in a letter place looks like no letter', 'C4QU3054383'],
  ])('has no suggestion where %s', (_why, text) => {
    expect(isContainerNumber(text)).toBe(false)
    expect(suggestCorrection(text)).toBeNull()
  })

  it('has no suggestion where the sum comes out right but something remains that is no number', () => {
    expect(suggestCorrection(`C5QU3X5438${standardCheckDigit('CSQU3X5438')}`)).toBeNull()
    expect(suggestCorrection('CSQU3O543833')).toBeNull()
  })

  it('finds the number again, however many look-alikes were swapped', () => {
    fc.assert(
      fc.property(rightNumber, fc.array(fc.boolean(), { minLength: 11, maxLength: 11 }), (number, swaps) => {
        const text = Array.from(number, (c, i) => (swaps[i] ? (LOOK_ALIKES[c] ?? c) : c)).join('')
        expect(suggestCorrection(text)).toBe(text === number ? null : number)
      }),
    )
  })
})

describe('any text', () => {
  const nearlyANumber = fc.stringMatching(/^[A-Z012568]{4}[0-9DOIZSGB]{7}$/)

  it('gets a suggestion without warnings, another than itself, or none', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyANumber, anyText()), (text) => {
        const suggestion = suggestCorrection(text)
        if (suggestion === null) return
        expect(isContainerNumber(suggestion)).toBe(true)
        expect(containerNumberWarnings(suggestion)).toEqual([])
        expect(suggestion).not.toBe(text)
        expect(suggestCorrection(suggestion)).toBeNull()
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['', 'CSQU305438', 'CSQU30543833', 'csqu3o54383', '__proto__xxx', 'CSQU3O5438\n', '🚚🚚🚚🚚🚚x'])(
    '%j has none',
    (text) => {
      expect(suggestCorrection(text)).toBeNull()
    },
  )
})
