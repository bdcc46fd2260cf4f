import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ResetPasswordRequest, ResetRequestRequest } from '#contract/http/recovery'
import { userQuery } from '../../api/session.ts'
import { NetworkError, request } from '../../lib/http.ts'
import { commonText } from '../../text/common.ts'
import { recoveryText as text } from '../../text/recovery.ts'
import { hideToast, toastFailure } from '../../ui/toast/toast.ts'

const CONNECTION_TOAST = 'recovery-connection'

const sayIfAlone = (error: unknown): void => {
  if (!(error instanceof NetworkError)) return
  toastFailure(CONNECTION_TOAST, text.connectionTitle, commonText.noConnection)
}

/** Asks for a link; the answer's sentence is the same whoever asks. */
export function useRequestLink() {
  return useMutation<{ message: string }, unknown, ResetRequestRequest>({
    mutationFn: (payload) => request('POST', '/api/password/reset-request', payload),
    onSuccess: () => hideToast(CONNECTION_TOAST),
    onError: sayIfAlone,
  })
}

export function useResetPassword() {
  const client = useQueryClient()
  return useMutation<{ message: string }, unknown, ResetPasswordRequest>({
    mutationFn: (payload) => request('POST', '/api/password/reset', payload),
    onSuccess: () => {
      hideToast(CONNECTION_TOAST)
      // The session of this very browser may be among those that ended.
      return client.invalidateQueries({ queryKey: userQuery.queryKey })
    },
    onError: sayIfAlone,
  })
}

/**
 * Whether the link still works, asked before anybody thinks of a password. A question that fails otherwise changes
 * nothing: the reset itself decides.
 */
export function useTokenCheck(token: string | null) {
  return useQuery({
    // By its place and not by its value: a key ends up in tools and error reports.
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
}
