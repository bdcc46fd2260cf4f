import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { LoginRequest, RegisterRequest, UserResponse } from '#contract/http/accounts'
import { homePath } from '#domain/account/role'
import { forgetIdentity } from '../../api/identity.ts'
import { beginSession, forgetUser, logIn, logOut, register, userQuery } from '../../api/session.ts'
import { isAdminArea } from '../../lib/admin-area.ts'
import { accountsText } from '../../text/accounts.ts'
import { toast } from '../../ui/toast/toast.ts'
import { loginFailure, type RegisterFailure, registerFailure, type SignInFailure } from './model.ts'

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
      toast({ title: accountsText.loginDone, description: accountsText.welcomeBack(user.displayName) })
    },
    onError: (failure) =>
      toast({ title: accountsText.loginFailed, description: failure.message, variant: 'destructive' }),
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
      toast({ title: accountsText.registerDone, description: accountsText.welcome(user.displayName) })
    },
    onError: (failure) =>
      toast({ title: accountsText.registerFailed, description: failure.message, variant: 'destructive' }),
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
