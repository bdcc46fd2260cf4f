import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { forgetUser, userQuery } from './session.ts'

it('forgets the user and everything that was cached for them', () => {
  const client = new QueryClient()
  client.setQueryData(['/api/containers/active'], { containerId: 'x' })
  forgetUser(client)
  expect(client.getQueryData(userQuery.queryKey)).toBeNull()
  expect(client.getQueryData(['/api/containers/active'])).toBeUndefined()
})
