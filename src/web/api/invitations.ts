import { queryOptions } from '@tanstack/react-query'
import type { InvitationResponse, PublicInvitationResponse } from '#contract/http/operators'
import { request } from '../lib/http.ts'
import { getQuery } from './get-query.ts'

const PATH = '/api/users/invitations'
const FIVE_MINUTES_MS = 5 * 60 * 1000

/** Who invites with this token. Fails with 404 once the link is no longer valid. */
export const invitationQuery = (token: string) =>
  queryOptions({
    ...getQuery<PublicInvitationResponse>(`/api/public/invitations/${encodeURIComponent(token)}`),
    staleTime: FIVE_MINUTES_MS,
  })

export const createInvitation = (): Promise<InvitationResponse> => request('POST', PATH)

/** Makes every link of this supervisor invalid. */
export const revokeInvitations = (): Promise<unknown> => request('DELETE', PATH)
