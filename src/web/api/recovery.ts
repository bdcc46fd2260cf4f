import { queryOptions } from '@tanstack/react-query'
import type { ResetPasswordRequest, ResetRequestRequest } from '#contract/http/recovery'
import { request } from '../lib/http.ts'

/** Asks for a link by mail. The answer is the same whether or not the account exists. */
export const requestReset = (account: ResetRequestRequest): Promise<{ message: string }> =>
  request('POST', '/api/password/reset-request', account)

export const resetPassword = (reset: ResetPasswordRequest): Promise<{ message: string }> =>
  request('POST', '/api/password/reset', reset)

/** Whether the link still works. Only a refusal counts: after any other failure the reset itself decides. */
export const tokenQuery = (token: string | null) =>
  queryOptions({
    // Without the token: query keys end up in developer tools and error reports.
    queryKey: ['recovery-token'],
    queryFn: ({ signal }) =>
      request('GET', `/api/password/validate-token?token=${encodeURIComponent(token ?? '')}`, undefined, {
        signal,
      }),
    enabled: token !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
