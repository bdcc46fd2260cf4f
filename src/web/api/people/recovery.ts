import { queryOptions } from '@tanstack/react-query'
import type { ResetPasswordRequest, ResetRequestRequest } from '#contract/http/people/recovery'
import { call } from '../call.ts'

/** Asks for a link by mail. The answer is the same whether or not the account exists. */
export const requestReset = (body: ResetRequestRequest) => call('POST /api/password/reset-request', { body })

export const resetPassword = (body: ResetPasswordRequest) => call('POST /api/password/reset', { body })

/** Whether the link still works. Only a refusal counts: after any other failure the reset itself decides. */
export const tokenQuery = (token: string | null) =>
  queryOptions({
    // Without the token: query keys end up in developer tools and error reports.
    queryKey: ['recovery-token'],
    queryFn: ({ signal }) => call('GET /api/password/validate-token', { query: { token }, signal }),
    enabled: token !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
