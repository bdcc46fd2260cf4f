import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { forgetUser, userQuery } from './session.ts'

it('forgets the user and everything that was cached for them', () => {
  const client = new QueryClient()
  client.setQueryData(['/api/containers/active'], { containerId: 'x' })
  const removeItem = vi.fn()
  vi.stubGlobal('localStorage', { removeItem })
  forgetUser(client)
  vi.unstubAllGlobals()
  expect(removeItem).toHaveBeenCalledWith('acarreo.shared-containers')
  expect(client.getQueryData(userQuery.queryKey)).toBeNull()
  expect(client.getQueryData(['/api/containers/active'])).toBeUndefined()
})
