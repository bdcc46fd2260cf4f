import { expect, it } from 'vitest'
import { weaknessOf } from './weak-password.ts'

const isCommon = (password: string): boolean => password === 'contraseña1'

it.each([
  ['aaaaaaaa', 'password_repeats'],
  ['abcabcabc', 'password_repeats'],
  ['AbAbAbCc', 'password_repeats'],
  ['rosa.luna', 'password_has_username'],
  ['Rosa.Luna1234', 'password_has_username'],
  ['1rosa.lunarosa.luna2', 'password_has_username'],
  ['ｒｏｓａ.luna12', 'password_has_username'],
  ['Contraseña1', 'password_common'],
  [' contraseña1 ', 'password_common'],
  ['rosa.luna y el mar', null],
  ['una buena clave', null],
  ['', 'password_repeats'],
])('%j: %s', (password, weakness) => {
  expect(weaknessOf(password, { username: 'Rosa.Luna', isCommon })).toBe(weakness)
})
