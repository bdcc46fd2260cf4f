import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { LoginRequest, RegisterRequest, UserResponse } from '#contract/http/accounts'
import { homePath } from '#domain/account/role'
import { forgetIdentity } from '../../api/identity.ts'
import { beginSession, forgetUser, logIn, logOut, register, userQuery } from '../../api/session.ts'
import { isAdminArea } from '../../lib/admin-area.ts'
import { accountsText } from '../../text/accounts.ts'
import { toast, toastFailure } from '../../ui/toast/toast.ts'
import { loginFailure, type RegisterFailure, registerFailure, type SignInFailure } from './model.ts'

/** One person signs in, registers or leaves at a time: the newest says how it stands. */
const SESSION_TOAST = 'session'

export function useCurrentUser() {
  const [path] = useLocation()
  return useQuery({ ...userQuery, enabled: !isAdminArea(path) })
}

function useSignedIn(): (user: UserResponse) => void {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (user) => {
    beginSession(client, user)
    navigate(homePath(user.role), { replace: true })
  }
}

/** Signs in, and goes where the role works. Fails with what the login screen shows. */
export function useLogin() {
  const signedIn = useSignedIn()
  return useMutation<UserResponse, SignInFailure, LoginRequest>({
    mutationFn: (credentials) =>
      logIn(credentials).catch((error: unknown) => {
        throw loginFailure(error)
      }),
    onSuccess: (user) => {
      signedIn(user)
      toast({
        title: accountsText.loginDone,
        description: accountsText.welcomeBack(user.displayName),
        id: SESSION_TOAST,
      })
    },
    onError: (failure) => toastFailure(SESSION_TOAST, accountsText.loginFailed, failure.message),
  })
}

export function useRegister() {
  const signedIn = useSignedIn()
  return useMutation<UserResponse, RegisterFailure, RegisterRequest>({
    mutationFn: (registration) =>
      register(registration).catch((error: unknown) => {
        throw registerFailure(error)
      }),
    onSuccess: (user) => {
      signedIn(user)
      toast({
        title: accountsText.registerDone,
        description: accountsText.welcome(user.displayName),
        id: SESSION_TOAST,
      })
    },
    onError: (failure) => toastFailure(SESSION_TOAST, accountsText.registerFailed, failure.message),
  })
}

/** Ends the session, forgets all cached data, and goes to /auth. */
export function useLogout() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: logOut,
    onSuccess: () => {
      forgetIdentity()
      forgetUser(client)
      navigate('/auth', { replace: true })
      toast({ title: accountsText.logoutDone, id: SESSION_TOAST })
    },
    onError: () => toastFailure(SESSION_TOAST, accountsText.logoutFailed, accountsText.logoutFailure),
  })
}
