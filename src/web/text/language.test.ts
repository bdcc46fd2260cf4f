import { describe, expect, it } from 'vitest'
import { chooseLanguage } from './language.ts'

describe('the language of the interface', () => {
  it('is Spanish where nobody asks for anything else', () => {
    expect(chooseLanguage(null, [])).toBe('es')
    expect(chooseLanguage(null, ['fr-FR', 'de'])).toBe('es')
  })

  it('follows the order of the browser, whatever the region', () => {
    expect(chooseLanguage(null, ['en-US', 'es-MX'])).toBe('en')
    expect(chooseLanguage(null, ['es-419', 'en'])).toBe('es')
    expect(chooseLanguage(null, ['fr', 'EN-gb'])).toBe('en')
  })

  it('is what the person chose, once they have chosen', () => {
    expect(chooseLanguage('es', ['en-US'])).toBe('es')
    expect(chooseLanguage('en', ['es-MX'])).toBe('en')
  })

  it('does not believe whatever else is stored there', () => {
    for (const stored of ['fr', 7, {}, '']) expect(chooseLanguage(stored, ['en'])).toBe('en')
  })
})
