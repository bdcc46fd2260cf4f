import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { LoginRequest, LoginResponse, RegisterRequest } from '#contract/http/people/accounts'
import { homePath } from '#domain/account/role'
import { logInWithPasskey, passkeySentence } from '../../../api/people/passkeys.ts'
import { beginSession, logIn, register } from '../../../api/people/session.ts'
import { sessionText } from '../../../text/page.ts'
import { sayCodesLeft } from '../../../ui/second-factor/say-codes-left.ts'
import { hideToast, toast, toastFailure } from '../../../ui/toast/toast.ts'
import {
  CodeWantedError,
  loginFailure,
  type RegisterFailure,
  registerFailure,
  SignInFailure,
  UserDeactivatedError,
} from './model.ts'
import { SESSION_TOAST } from './session.ts'

/** Begins the session of the user that `call` answers, and goes to the page of the role. */
function useSignIn<Form, Failure extends Error>(
  call: (form: Form) => Promise<LoginResponse>,
  failure: (error: unknown) => Failure,
  words: { done: string; welcome: (name: string) => string; failed: string },
) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation<LoginResponse, Failure, Form>({
    mutationFn: (form) =>
      call(form).catch((error: unknown) => {
        throw failure(error)
      }),
    onSuccess: ({ recoveryCodesLeft, ...user }) => {
      // What failed before is not true any more, and the next page may say nothing in its place.
      hideToast(SESSION_TOAST)
      beginSession(client, user)
      navigate(homePath(user.role), { replace: true })
      if (!user.mustChangePassword && !user.mustSetUpSecondFactor)
        toast({ title: words.done, description: words.welcome(user.displayName), id: SESSION_TOAST })
      if (recoveryCodesLeft !== undefined) void sayCodesLeft(recoveryCodesLeft)
    },
    onError: (error) => {
      // Not a failure: the form asks for the code.
      if (error instanceof CodeWantedError && error.first) return
      toastFailure(SESSION_TOAST, words.failed, error.message)
    },
  })
}

export const useLogin = () =>
  useSignIn<LoginRequest, SignInFailure>(logIn, loginFailure, {
    done: sessionText.loginDone,
    welcome: sessionText.welcomeBack,
    failed: sessionText.loginFailed,
  })

export const usePasskeyLogin = () =>
  useSignIn<void, SignInFailure>(logInWithPasskey, passkeyFailure, {
    done: sessionText.loginDone,
    welcome: sessionText.welcomeBack,
    failed: sessionText.loginFailed,
  })

/** A deactivated account is told as after its password. */
function passkeyFailure(error: unknown): SignInFailure {
  const failure = loginFailure(error)
  return failure instanceof UserDeactivatedError ? failure : new SignInFailure(passkeySentence(error))
}

export const useRegister = () =>
  useSignIn<RegisterRequest, RegisterFailure>(register, registerFailure, {
    done: sessionText.registerDone,
    welcome: sessionText.welcome,
    failed: sessionText.registerFailed,
  })
