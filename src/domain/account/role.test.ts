import { expect, it } from 'vitest'
import { homePath, type Role } from './role.ts'

it.each<[Role | null | undefined, string]>([
  ['operator', '/operator'],
  ['supervisor', '/supervisor'],
  [null, '/auth'],
  [undefined, '/auth'],
  // A role of an older or newer server.
  ['administrator' as Role, '/auth'],
])('%s belongs on %s', (role, path) => {
  expect(homePath(role)).toBe(path)
})
