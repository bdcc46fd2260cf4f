import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { forgetUser, isAdminArea, USER_KEY } from './session.ts'

describe('forgetUser', () => {
  it('leaves nobody, and nothing of whoever it was', () => {
    const client = new QueryClient()
    client.setQueryData(USER_KEY, { id: 7 })
    client.setQueryData(['/api/containers/active'], { containerId: 'x' })
    forgetUser(client)
    expect(client.getQueryData(USER_KEY)).toBeNull()
    expect(client.getQueryData(['/api/containers/active'])).toBeUndefined()
  })
})

describe('isAdminArea', () => {
  it('is /admin, /admin-console and what lies below', () => {
    expect(['/admin', '/admin/usuarios', '/admin-console'].every(isAdminArea)).toBe(true)
    expect(['/', '/auth', '/operator', '/supervisor'].some(isAdminArea)).toBe(false)
  })
})
