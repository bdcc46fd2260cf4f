import { useMutation } from '@tanstack/react-query'
import { resendConfirmation } from '../../../api/people/account.ts'
import { accountText as text } from '../../../text/account.ts'
import { toast, toastFailure } from '../../../ui/toast/toast.ts'
import { failureSentence } from './model.ts'

/** One toast for what is said about the own address. */
export const EMAIL_TOAST = 'own-email'

/** Sends the link again that proves the address. */
export const useResend = () =>
  useMutation({
    mutationFn: () => resendConfirmation(),
    onSuccess: () => toast({ title: text.resent, description: text.resentHint, id: EMAIL_TOAST }),
    onError: (error) =>
      toastFailure(EMAIL_TOAST, text.resendFailed, failureSentence(error, text.tryAgain) ?? ''),
  })
