import { expect, it } from 'vitest'
import { PASSWORD } from './fields.ts'
import { strengthOf } from './password-strength.ts'

it.each([
  ['', 8, 'short'],
  ['siete77', 8, 'short'],
  ['seis66', PASSWORD.minForOperator, 'fair'],
  ['abcabcabcabcabc', 8, 'guessable'],
  ['rosa.perez1', 8, 'guessable'],
  ['ocho o más', 8, 'fair'],
  ['catorce letras', 8, 'fair'],
  ['quince letras, y', 8, 'good'],
])('«%s» of at least %i characters: %s', (password, min, expected) => {
  expect(strengthOf(password, { min, username: 'rosa.perez' })).toBe(expected)
})
