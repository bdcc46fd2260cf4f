import { expect, it } from 'vitest'
import { adminKey } from './admin-key.ts'

const SECRET = ['a secret for tests that is long enough to be one'] as const
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
  expect(adminKey(KEY, [`${SECRET[0]}x`]).stamp).not.toBe(stamp)
  expect(stamp).toMatch(/^[\w-]{22}$/)
})

it('a stamp of an older secret is still of this key', () => {
  const { stamp } = adminKey(KEY, SECRET)
  const rotated = adminKey(KEY, ['a newer secret', ...SECRET])
  expect(rotated.stamp).not.toBe(stamp)
  expect(rotated.stamped(stamp)).toBe(true)
  expect(adminKey(`${KEY}x`, ['a newer secret', ...SECRET]).stamped(stamp)).toBe(false)
})

it('does not give the key back', () => {
  expect(JSON.stringify(adminKey(KEY, SECRET))).not.toContain(KEY)
})
