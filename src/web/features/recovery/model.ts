import type { ResetRequestRequest } from '#contract/http/recovery'
import { emailViolation, PASSWORD, passwordViolation } from '#domain/account/fields'
import { errorsWithout, type FieldErrors } from '../../lib/field-errors.ts'
import { HttpError, NetworkError } from '../../lib/http.ts'
import { recoveryText as text } from '../../text/recovery.ts'

export const EMPTY_REQUEST = { username: '', email: '' }
export type RequestForm = typeof EMPTY_REQUEST
export const EMPTY_RESET = { newPassword: '', confirmPassword: '' }
export type ResetForm = typeof EMPTY_RESET

export function validateRequest({ username, email }: RequestForm): FieldErrors<RequestForm> {
  const address = email.trim()
  if (username.trim() === '' && address === '') return { username: text.identityRequired }
  return address === '' || emailViolation(address) === null ? {} : { email: text.emailInvalid }
}

export function requestPayload({ username, email }: RequestForm): ResetRequestRequest {
  return {
    ...(username.trim() === '' ? {} : { username: username.trim() }),
    ...(email.trim() === '' ? {} : { email: email.trim() }),
  }
}

export function validateReset({ newPassword, confirmPassword }: ResetForm): FieldErrors<ResetForm> {
  const errors: FieldErrors<ResetForm> = {}
  const tooShort = (password: string): boolean =>
    passwordViolation(password, PASSWORD.minAfterReset)?.code === 'password_too_short'
  if (tooShort(newPassword)) errors.newPassword = text.passwordShort
  if (tooShort(confirmPassword)) errors.confirmPassword = text.passwordShort
  else if (confirmPassword !== newPassword) errors.confirmPassword = text.passwordsDiffer
  return errors
}

/** Editing either password clears 'passwords differ'. */
export function resetErrorsWithout(
  errors: FieldErrors<ResetForm>,
  field: keyof ResetForm,
): FieldErrors<ResetForm> {
  return errorsWithout(errors, field, text.passwordsDiffer)
}

export const isInvalidToken = (error: unknown): boolean =>
  error instanceof HttpError &&
  (error.code === 'invalid_token' || (error.body.details ?? []).some(({ path }) => path === 'token'))

/** Why a call failed; null: no answer came, which a toast says. */
export function failureSentence(error: unknown, otherwise: string): string | null {
  if (error instanceof NetworkError) return null
  if (!(error instanceof HttpError)) return otherwise
  return error.said ?? otherwise
}
