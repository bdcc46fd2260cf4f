import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { LoginRequest, RegisterRequest, UserResponse } from '#contract/http/accounts'
import { homePath } from '#domain/account/role'
import { beginSession, logIn, register } from '../../api/session.ts'
import { accountsText as text } from '../../text/accounts.ts'
import { toast, toastFailure } from '../../ui/toast/toast.ts'
import { loginFailure, type RegisterFailure, registerFailure, type SignInFailure } from './model.ts'
import { SESSION_TOAST } from './session.ts'

/** Begins the session of the user that `call` answers, and goes to the page of the role. */
function useSignIn<Form, Failure extends Error>(
  call: (form: Form) => Promise<UserResponse>,
  failure: (error: unknown) => Failure,
  words: { done: string; welcome: (name: string) => string; failed: string },
) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation<UserResponse, Failure, Form>({
    mutationFn: (form) =>
      call(form).catch((error: unknown) => {
        throw failure(error)
      }),
    onSuccess: (user) => {
      beginSession(client, user)
      navigate(homePath(user.role), { replace: true })
      toast({ title: words.done, description: words.welcome(user.displayName), id: SESSION_TOAST })
    },
    onError: ({ message }) => toastFailure(SESSION_TOAST, words.failed, message),
  })
}

export const useLogin = () =>
  useSignIn<LoginRequest, SignInFailure>(logIn, loginFailure, {
    done: text.loginDone,
    welcome: text.welcomeBack,
    failed: text.loginFailed,
  })

export const useRegister = () =>
  useSignIn<RegisterRequest, RegisterFailure>(register, registerFailure, {
    done: text.registerDone,
    welcome: text.welcome,
    failed: text.registerFailed,
  })
