import { describe, expect, it } from 'vitest'
import {
  caretAfter,
  containerAdvice,
  containerNumberError,
  groupedTyping,
  keyboardAfter,
  typed,
} from './container-field-model.ts'

describe('containerNumberError', () => {
  it('asks for a number, and for its form, in the exact words', () => {
    expect(containerNumberError('')).toBe('Container ID is required')
    expect(containerNumberError('MSKU123')).toBe('Container ID must be in format AAAA1234567')
    expect(containerNumberError('AAAA1234567')).toBeNull()
  })
})

describe('containerAdvice', () => {
  it('is silent while typing and for a right number', () => {
    expect(containerAdvice('')).toBeNull()
    expect(containerAdvice('CSQU305438')).toBeNull()
    expect(containerAdvice('CSQU3054383')).toBeNull()
  })

  it('warns of a wrong check digit without forbidding it', () => {
    expect(containerAdvice('CSQU3054384')?.warning).toContain('último dígito')
    expect(containerNumberError('CSQU3054384')).toBeNull()
  })

  it('warns of an unusual category', () => {
    expect(containerAdvice('TBJA7176445')?.warning).toContain('cuarta letra')
  })
})

describe('typing', () => {
  it('groups the number as on the box, and keeps the caret after the same character', () => {
    expect(['', 'MSK', 'MSKU', 'MSKU1', 'MSKU123456', 'MSKU1234565'].map(groupedTyping)).toEqual([
      '',
      'MSK',
      'MSKU',
      'MSKU 1',
      'MSKU 123456',
      'MSKU 123456 5',
    ])
    for (let count = 0; count <= 11; count++)
      expect(groupedTyping('MSKU1234565'.slice(0, count))).toHaveLength(caretAfter(count))
  })

  it.each(['msku1234565', 'MSKU 123456 5', 'MSKU-123456-5', ' msku 123456-5 ', 'MSKU12345659'])(
    'takes the spelling %j',
    (text) => expect(typed('', text, text.length, false)).toEqual({ value: 'MSKU1234565', count: 11 }),
  )

  it('takes the number out of a longer text, and of a text without one its beginning', () => {
    const scanned = 'CSQU 305438 3 22G1 TARE 2200 KG'
    expect(typed('', scanned, scanned.length, false)).toEqual({ value: 'CSQU3054383', count: 11 })
    expect(typed('', 'CSQU 305438 4 22G1', 18, false).value).toBe('CSQU3054384')
    // A twelfth character, before or behind.
    expect(typed('CSQU3054383', 'CSQU 305438 39', 14, false).value).toBe('CSQU3054383')
    expect(typed('CSQU3054383', 'ACSQU 305438 3', 1, false)).toEqual({ value: 'ACSQU305438', count: 1 })
  })

  it('in the middle keeps the caret there', () => {
    expect(typed('MSKU12345', 'MSKXU 12345', 4, false)).toEqual({ value: 'MSKXU12345', count: 4 })
  })

  it('deletes the character beside a space that is deleted', () => {
    expect(typed('MSKU123', 'MSKU123', 4, false)).toEqual({ value: 'MSK123', count: 3 })
    expect(typed('MSKU123', 'MSKU123', 4, true)).toEqual({ value: 'MSKU23', count: 4 })
  })

  it('asks for digits after the fourth character', () => {
    expect([3, 4, 11].map(keyboardAfter)).toEqual(['text', 'numeric', 'numeric'])
  })
})
