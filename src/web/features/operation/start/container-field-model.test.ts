import { describe, expect, it } from 'vitest'
import { containerAdvice, containerNumberError } from './container-field-model.ts'

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
