import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { LoginRequest, RegisterRequest, UserResponse } from '#contract/http/accounts'
import { homePath } from '#domain/account/role'
import { beginSession, logIn, register } from '../../api/session.ts'
import { accountsText } from '../../text/accounts.ts'
import { toast, toastFailure } from '../../ui/toast/toast.ts'
import { loginFailure, type RegisterFailure, registerFailure, type SignInFailure } from './model.ts'
import { SESSION_TOAST } from './session.ts'

function useSignedIn(): (user: UserResponse) => void {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (user) => {
    beginSession(client, user)
    navigate(homePath(user.role), { replace: true })
  }
}

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
