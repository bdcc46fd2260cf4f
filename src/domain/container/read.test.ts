import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RIGHT_NUMBERS, standardCheckDigit, WRONG_DIGIT_NUMBERS } from '../../../test/support/iso-6346.ts'
import { containerNumberWarnings, isContainerNumber } from './number.ts'
import { readContainerNumber } from './read.ts'

describe('given a text with one number, when it is read, then the number', () => {
  it.each([
    ['as it is', 'CSQU3054383'],
    ['in groups', 'CSQU 305438 3'],
    ['with the check digit in its box', 'CSQU 305438 [3]'],
    ['in small letters with dashes', 'csqu-305438-3'],
    ['on three lines, with the size below', 'CSQU\n305438\n3\n22G1'],
    ['painted from top to bottom', 'C\nS\nQ\nU\n3\n0\n5\n4\n3\n8\n3'],
    ['with the size stuck to it', 'CSQU 305438 322G1'],
    ['between words', 'Contenedor CSQU305438 3, sello 0042113, TARE 2,200 KG'],
    ['in the address of a page', 'https://acarreo.example/container/CSQU3054383'],
    ['twice', 'CSQU 305438 3\n22G1\nCSQU3054383'],
    ['with letters among its digits', 'CSQU 3O5438 3'],
    ['with digits among its letters', 'C5QU 305438 3'],
    ['misread once, right once', 'CSQU 3O5438 3 CSQU3054383'],
  ])('%s', (_how, text) => expect(readContainerNumber(text)).toBe('CSQU3054383'))

  it.each([
    ['GYDU4D4799O', null],
    ['6YOU4D4799O', 'GYOU4047990'],
    ['HLXU Z00B4I 9', 'HLXU2008419'],
    ['TCNU 7Z00794 45R1', 'TCNU7200794'],
  ])('look-alikes in %j: %j', (text, number) => expect(readContainerNumber(text)).toBe(number))
})

describe('given no number that the check digit confirms, when it is read, then none', () => {
  it.each([
    ...WRONG_DIGIT_NUMBERS,
    '',
    'CSQU 305438',
    'CSQU 305438 22G1',
    'XCSQU3054383',
    'CSQU30543835',
    'ÑCSQU3054383',
    // Of eleven characters, four are misread.
    'C5QU 3O5A38 3',
    'C5QU EOSA3B E',
    'BOSS SOLO BIO',
  ])('%j', (text) => expect(readContainerNumber(text)).toBeNull())

  it('of two, none is chosen', () => {
    expect(readContainerNumber('CSQU3054383\nTEXU 307007 9')).toBeNull()
  })

  it('of a right one and a misread other, the right one', () => {
    expect(readContainerNumber('CSQU3054383\nTEXU 3O7007 9')).toBe('CSQU3054383')
  })
})

const number = fc.stringMatching(/^[A-Z]{3}[UJZ][0-9]{6}$/).map((ten) => `${ten}${standardCheckDigit(ten)}`)
const separator = fc.constantFrom('', ' ', '  ', '\n', '-', '. ', ' / ', '\t')
/** Words of which no eleven characters in a row are a number: they have neither digits nor what looks like one. */
const noise = fc.array(fc.stringMatching(/^[ACEFHJKLMNPQRTUVWXY]{1,9}$/), { maxLength: 4 })

describe('any text', () => {
  it('gives the number that it holds, in any spelling', () => {
    fc.assert(
      fc.property(
        number,
        fc.array(separator, { minLength: 10, maxLength: 10 }),
        noise,
        noise,
        fc.constantFrom('', ' 22G1', '\n45R1', '22G1'),
        (right, gaps, before, after, size) => {
          const spelled = Array.from(right, (character, i) => character + (gaps[i] ?? '')).join('')
          const text = [...before, spelled + size, ...after].join(' ')
          expect(readContainerNumber(text)).toBe(right)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('gives none with a warning, and none that is not written in it', () => {
    const like = fc.stringMatching(/^[A-Z0-9]{4}[ -]?[0-9OISBZGD]{6} ?[0-9]( 22G1)?$/)
    fc.assert(
      fc.property(fc.array(fc.oneof(like, number, fc.string())), (parts) => {
        const text = parts.join(' ')
        const read = readContainerNumber(text)
        if (read === null) return
        expect(isContainerNumber(read)).toBe(true)
        expect(containerNumberWarnings(read)).toEqual([])
        const written = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
        expect(alike(written)).toContain(alike(read))
      }),
      { numRuns: 1000 },
    )
  })

  it.each(RIGHT_NUMBERS)('%s with one digit changed is not read as it', (right) => {
    for (let place = 4; place < 10; place++) {
      const wrong = `${right.slice(0, place)}${(Number(right[place]) + 1) % 10}${right.slice(place + 1)}`
      expect(readContainerNumber(wrong)).not.toBe(right)
    }
  })
})

/** One character for those that look alike. */
const alike = (text: string): string =>
  text.replace(/[DOIZSGB]/g, (letter) => '0012568'['DOIZSGB'.indexOf(letter)] ?? letter)
