import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import {
  RIGHT_NUMBERS,
  standardCheckDigit,
  UNKNOWN_CATEGORY_NUMBER,
  WRONG_DIGIT_NUMBERS,
} from '../../../test/support/iso-6346.ts'
import { checkDigit, containerNumberWarnings, isContainerNumber, normalizeContainerNumber } from './number.ts'

const wellShaped = fc.stringMatching(/^[A-Z]{4}[0-9]{7}$/)

describe('ISO 6346', () => {
  it.each(RIGHT_NUMBERS)('has nothing against %s', (number) => {
    expect(isContainerNumber(number)).toBe(true)
    expect(containerNumberWarnings(number)).toEqual([])
  })

  it.each(WRONG_DIGIT_NUMBERS)('warns of the digit of %s alone', (number) => {
    expect(isContainerNumber(number)).toBe(true)
    expect(containerNumberWarnings(number)).toEqual(['check_digit'])
  })

  it('warns of a category that the standard does not know', () => {
    expect(containerNumberWarnings(UNKNOWN_CATEGORY_NUMBER)).toEqual(['category'])
  })

  it('warns of both for the example of the spec, and accepts the number', () => {
    expect(isContainerNumber('AAAA1234567')).toBe(true)
    expect(containerNumberWarnings('AAAA1234567')).toEqual(['check_digit', 'category'])
  })

  it.each(['U', 'J', 'Z'])('knows the category %s', (category) => {
    expect(containerNumberWarnings(`ABC${category}1234567`)).not.toContain('category')
  })

  it('writes the remainder 10 as 0', () => {
    expect(checkDigit('GYOU4047990')).toBe(0)
  })

  it('counts as the table of the standard does, for every letter in every place', () => {
    fc.assert(
      fc.property(wellShaped, (number) => {
        expect(checkDigit(number)).toBe(standardCheckDigit(number.slice(0, 10)))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the shape', () => {
  it.each([
    '',
    'MSKU123456',
    'MSKU12345678',
    'MSK1234567',
    'MSKUA234567',
    'msku1234565',
    ' MSKU1234565',
    'MSKU1234565\n',
    'MSKU1234565XXX',
    'ÑSKU1234565',
    'MSKU12345６5',
    'MSKU١٢٣٤٥٦٥',
  ])('refuses %j', (text) => {
    expect(isContainerNumber(text)).toBe(false)
  })
})

describe('normalizing what a person typed', () => {
  it.each(['msku1234565', ' MSKU 123456-5 ', 'MSKU.123456/5', 'MSKU 123456 5'])('reads %j', (typed) => {
    expect(normalizeContainerNumber(typed)).toBe('MSKU1234565')
  })

  it('guesses nothing: an O stays an O', () => {
    expect(normalizeContainerNumber('mskuO234565')).toBe('MSKUO234565')
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const once = normalizeContainerNumber(text)
        expect(normalizeContainerNumber(once)).toBe(once)
      }),
    )
  })
})
