import { expect, it } from 'vitest'
import { adminKey } from './admin-key.ts'

const SECRET = 'a secret for tests that is long enough to be one'
const KEY = 'clave de administración'

it.each([
  [KEY, true],
  [`${KEY} `, false],
  [KEY.slice(1), false],
  [KEY.toUpperCase(), false],
  // The same letters to the eye, other bytes.
  [KEY.normalize('NFD'), false],
  ['', false],
  // Lengths differ: a comparison of the texts themselves would throw.
  ['x'.repeat(500), false],
])('%j matches: %s', (candidate, expected) => {
  expect(adminKey(KEY, SECRET).matches(candidate)).toBe(expected)
})

it('is stamped by key and secret together, and the stamp is neither', () => {
  const { stamp } = adminKey(KEY, SECRET)
  expect(adminKey(KEY, SECRET).stamp).toBe(stamp)
  expect(adminKey(`${KEY}x`, SECRET).stamp).not.toBe(stamp)
  expect(adminKey(KEY, `${SECRET}x`).stamp).not.toBe(stamp)
  expect(stamp).toMatch(/^[\w-]{22}$/)
})

it('does not give the key back', () => {
  expect(JSON.stringify(adminKey(KEY, SECRET))).not.toContain(KEY)
})
