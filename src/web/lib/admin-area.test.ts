import { expect, it } from 'vitest'
import { isAdminArea } from './admin-area.ts'

it('is /admin, /admin-console and every path below', () => {
  expect(['/admin', '/admin/usuarios', '/admin-console'].every(isAdminArea)).toBe(true)
  expect(['/', '/auth', '/operator', '/supervisor'].some(isAdminArea)).toBe(false)
})
