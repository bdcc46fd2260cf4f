import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { forgetIdentity } from '../../../api/people/identity.ts'
import { forgetUser, KEPT_DESK, logOut, userQuery } from '../../../api/people/session.ts'
import { isAdminArea } from '../../../lib/admin-area.ts'
import { removeStored } from '../../../lib/storage.ts'
import { sessionText } from '../../../text/page.ts'
import { toast, toastFailure } from '../../../ui/toast/toast.ts'

/** One toast for login, registration and logout: the newest replaces the others. */
export const SESSION_TOAST = 'session'

export function useCurrentUser() {
  const [path] = useLocation()
  return useQuery({ ...userQuery, enabled: !isAdminArea(path) })
}

/** Ends the session, clears the cache, and goes to /auth. */
export function useLogout() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: logOut,
    // Also where the call fails: who wants to leave leaves nothing to read.
    onMutate: () => removeStored(KEPT_DESK),
    onSuccess: () => {
      forgetIdentity()
      forgetUser(client)
      navigate('/auth', { replace: true })
      toast({ title: sessionText.logoutDone, id: SESSION_TOAST })
    },
    onError: () => toastFailure(SESSION_TOAST, sessionText.logoutFailed, sessionText.logoutFailure),
  })
}
