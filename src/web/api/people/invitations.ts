import { queryOptions } from '@tanstack/react-query'
import { call, getQuery } from '../call.ts'

const FIVE_MINUTES_MS = 5 * 60 * 1000

/** Who invites with this token. Fails with 404 once the link is no longer valid. */
export const invitationQuery = (token: string) =>
  queryOptions({
    ...getQuery('GET /api/public/invitations/:token', { params: { token } }),
    staleTime: FIVE_MINUTES_MS,
  })

export const createInvitation = () => call('POST /api/users/invitations')

/** Makes every link of this supervisor invalid. */
export const revokeInvitations = () => call('DELETE /api/users/invitations')
