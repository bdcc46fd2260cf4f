import { describe, expect, it } from 'vitest'
import { chooseLanguage } from './language.ts'

describe('the language of the interface', () => {
  it('is Spanish until a person chooses, whatever the browser says', () => {
    for (const browser of [[], ['en-US'], ['fr-FR', 'en']]) {
      expect(chooseLanguage(null, undefined, browser)).toBe('es')
    }
  })

  it('is the default of the installation', () => {
    expect(chooseLanguage(null, 'en', ['es-MX'])).toBe('en')
  })

  it('follows the order of the browser where the installation says so, whatever the region', () => {
    expect(chooseLanguage(null, 'browser', ['en-US', 'es-MX'])).toBe('en')
    expect(chooseLanguage(null, 'browser', ['es-419', 'en'])).toBe('es')
    expect(chooseLanguage(null, 'browser', ['fr', 'EN-gb'])).toBe('en')
    expect(chooseLanguage(null, 'browser', ['fr-FR', 'de'])).toBe('es')
  })

  it('is what the person chose, once they have chosen', () => {
    expect(chooseLanguage('es', 'en', ['en-US'])).toBe('es')
    expect(chooseLanguage('en', undefined, ['es-MX'])).toBe('en')
    expect(chooseLanguage('en', 'browser', ['es-MX'])).toBe('en')
  })

  it('does not believe whatever else is stored there', () => {
    for (const stored of ['fr', 7, {}, '']) expect(chooseLanguage(stored, 'en', [])).toBe('en')
  })
})
