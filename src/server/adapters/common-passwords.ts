import { dictionary } from '@zxcvbn-ts/language-common'

/** The most common passwords of published leaks, and those that people here would think of first. */
const COMMON = new Set([
  ...dictionary['passwords-common'],
  'acarreo',
  'contraseña',
  'contrasena',
  'contraseña1',
  'contraseña123',
  'contrasena123',
])

/** `password`: in lower case. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password)
