import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { LoginRequest, RegisterRequest, UserResponse } from '#contract/http/accounts'
import type { PublicInvitationResponse } from '#contract/http/operators'
import { homePath } from '#domain/account/role'
import { HttpError, NetworkError, request } from '../../lib/http.ts'
import { forgetIdentity, keepIdentity } from '../../lib/identity.ts'
import { forgetUser, isAdminArea, USER_KEY } from '../../lib/session.ts'
import { accountsText } from '../../text/accounts.ts'
import { commonText } from '../../text/common.ts'
import { toast } from '../../ui/toast/toast.ts'
import { loginFailure, type RegisterFailure, registerFailure, type SignInFailure } from './model.ts'

const FIVE_MINUTES_MS = 5 * 60 * 1000

/**
 * Whoever a successful answer names. One without an account is not the server's: during a deploy a proxy answers with a
 * page of its own, and that says nothing about who is signed in.
 * @throws NetworkError for any other answer
 */
function userIn(answer: UserResponse | null): UserResponse {
  if (typeof answer?.id !== 'number') throw new NetworkError(commonText.serverAway)
  return answer
}

/** The signed-in user; null: nobody (401). */
export const currentUserQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: async ({ signal }): Promise<UserResponse | null> => {
    try {
      const user = userIn(await request('GET', '/api/user', undefined, { signal }))
      keepIdentity(user)
      return user
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) return null
      throw error
    }
  },
  staleTime: FIVE_MINUTES_MS,
  // The session is the ground everything else stands on; it is not collected while a page is open.
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnWindowFocus: false,
})

export function useCurrentUser() {
  const [path] = useLocation()
  return useQuery({ ...currentUserQuery, enabled: !isAdminArea(path) })
}

function useSignedIn(): (user: UserResponse) => void {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (user) => {
    // Whoever used this browser before leaves nothing behind.
    forgetUser(client)
    keepIdentity(user)
    client.setQueryData(USER_KEY, user)
    navigate(homePath(user.role), { replace: true })
  }
}

/** Signs in, and goes where the role works. Fails with what the login screen shows. */
export function useLogin() {
  const signedIn = useSignedIn()
  return useMutation<UserResponse, SignInFailure, LoginRequest>({
    mutationFn: async (credentials) => {
      try {
        return userIn(await request('POST', '/api/login', credentials))
      } catch (error) {
        throw loginFailure(error)
      }
    },
    onSuccess: (user) => {
      signedIn(user)
      toast({ title: accountsText.loginDone, description: accountsText.welcomeBack(user.displayName) })
    },
    onError: (failure) =>
      toast({ title: accountsText.loginFailed, description: failure.message, variant: 'destructive' }),
  })
}

export function useRegister() {
  const signedIn = useSignedIn()
  return useMutation<UserResponse, RegisterFailure, RegisterRequest>({
    mutationFn: async (registration) => {
      try {
        return userIn(await request('POST', '/api/register', registration))
      } catch (error) {
        throw registerFailure(error)
      }
    },
    onSuccess: (user) => {
      signedIn(user)
      toast({ title: accountsText.registerDone, description: accountsText.welcome(user.displayName) })
    },
    onError: (failure) =>
      toast({ title: accountsText.registerFailed, description: failure.message, variant: 'destructive' }),
  })
}

/** Whose invitation it is. Fails with 404 when it is no good any more. */
export function useInvitation(token: string) {
  return useQuery<PublicInvitationResponse>({
    queryKey: [`/api/public/invitations/${encodeURIComponent(token)}`],
    staleTime: FIVE_MINUTES_MS,
  })
}

/** Ends the session, forgets all cached data, and goes to /auth. */
export function useLogout() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: () => request<unknown>('POST', '/api/logout'),
    onSuccess: () => {
      forgetIdentity()
      forgetUser(client)
      navigate('/auth', { replace: true })
      toast({ title: accountsText.logoutDone })
    },
    onError: () =>
      toast({
        title: accountsText.logoutFailed,
        description: accountsText.logoutFailure,
        variant: 'destructive',
      }),
  })
}
