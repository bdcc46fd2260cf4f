import { queryOptions } from '@tanstack/react-query'
import type { AdminLoginResponse } from '#contract/http/console/admin'
import { adminText as text } from '../../text/console.ts'
import { AdminFailure } from './failure.ts'
import { adminRequest } from './request.ts'
import { type AdminSession, beginAdminSession, rememberLoggedIn, sessionKey, wasLoggedIn } from './session.ts'

const fetchSession = (signal?: AbortSignal) => adminRequest('GET /api/admin/session', signal && { signal })

export const adminSessionQuery = queryOptions<AdminSession, AdminFailure>({
  queryKey: sessionKey,
  queryFn: async ({ signal }) => {
    const expected = wasLoggedIn()
    const { authenticated } = await fetchSession(signal)
    rememberLoggedIn(authenticated)
    return { authenticated, ended: expected && !authenticated }
  },
  // The 401 of any other call ends it: no need to poll.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/**
 * Opens a session with the key, and the code where the administrator has a second factor. Not a mutation of the query library: that would keep the key in its cache.
 * @throws AdminFailure
 */
export async function logInAsAdmin(adminKey: string, code?: string): Promise<AdminLoginResponse> {
  const refused = (message: string) => new AdminFailure('refused', message, { said: message })
  const answer = await adminRequest('POST /api/admin/login', { body: { adminKey, code } })
  if (!answer.success) throw refused(answer.message ?? text.loginFailed)
  // A browser that keeps no cookies would be back at the login after its first call.
  if (!answer.sessionEstablished || !(await fetchSession()).authenticated) throw refused(text.noSession)
  beginAdminSession()
  return answer
}

/** Gives the key again: what cannot be undone needs a recent one. @throws AdminFailure */
export const proveAdminKey = (adminKey: string) =>
  adminRequest('POST /api/admin/proof', { body: { adminKey } })

export const logOutAsAdmin = () => adminRequest('POST /api/admin/logout')
