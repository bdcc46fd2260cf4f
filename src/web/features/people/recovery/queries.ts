import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ResetPasswordRequest, ResetRequestRequest } from '#contract/http/people/recovery'
import { requestReset, resetPassword } from '../../../api/people/recovery.ts'
import { userQuery } from '../../../api/people/session.ts'
import { NetworkError } from '../../../lib/http.ts'
import { commonText } from '../../../text/page.ts'
import { recoveryText as text } from '../../../text/recovery.ts'
import { hideToast, toastFailure } from '../../../ui/toast/toast.ts'

const CONNECTION_TOAST = 'recovery-connection'

const sayIfAlone = (error: unknown): void => {
  if (!(error instanceof NetworkError)) return
  toastFailure(CONNECTION_TOAST, text.connectionTitle, commonText.noConnection)
}

export function useRequestLink() {
  return useMutation<{ message: string }, unknown, ResetRequestRequest>({
    mutationFn: requestReset,
    onSuccess: () => hideToast(CONNECTION_TOAST),
    onError: sayIfAlone,
  })
}

export function useResetPassword(token: string) {
  const client = useQueryClient()
  return useMutation<{ message: string }, unknown, Pick<ResetPasswordRequest, 'newPassword'>>({
    mutationFn: ({ newPassword }) => resetPassword({ token, newPassword }),
    onSuccess: () => {
      hideToast(CONNECTION_TOAST)
      // The reset may have ended this browser's session too.
      return client.invalidateQueries({ queryKey: userQuery.queryKey })
    },
    onError: sayIfAlone,
  })
}
