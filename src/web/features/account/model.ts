import type { SessionResponse } from '#contract/http/account'
import { emailViolation, PASSWORD, passwordViolation } from '#domain/account/fields'
import { type FieldErrors, found } from '../../lib/field-errors.ts'
import { HttpError, NetworkError } from '../../lib/http.ts'
import { accountText as text } from '../../text/account.ts'

export const EMPTY_PASSWORD = { currentPassword: '', newPassword: '', confirmPassword: '' }
export type PasswordForm = typeof EMPTY_PASSWORD
export const EMPTY_EMAIL = { email: '', currentPassword: '' }
export type EmailForm = typeof EMPTY_EMAIL

const current = (password: string) => (password === '' ? text.currentRequired : undefined)

export function validatePassword(form: PasswordForm): FieldErrors<PasswordForm> {
  const { currentPassword, newPassword, confirmPassword } = form
  const isShort = passwordViolation(newPassword, PASSWORD.min) !== null
  return found({
    currentPassword: current(currentPassword),
    newPassword: isShort ? text.passwordShort : undefined,
    confirmPassword: confirmPassword === newPassword ? undefined : text.passwordsDiffer,
  })
}

export function validateEmail({ email, currentPassword }: EmailForm): FieldErrors<EmailForm> {
  return found({
    email: emailViolation(email.trim()) === null ? undefined : text.emailInvalid,
    currentPassword: current(currentPassword),
  })
}

/** Why a call failed, for a box above its form; null: its fields say it. */
export function failureSentence(error: unknown, otherwise: string): string | null {
  if (error instanceof NetworkError) return error.message
  if (!(error instanceof HttpError)) return otherwise
  return error.body.details ? null : (error.said ?? otherwise)
}

/** 'Chrome en Android'. */
export function deviceText({ browser, system }: Pick<SessionResponse, 'browser' | 'system'>): string {
  if (browser !== null && system !== null) return text.device(browser, system)
  return browser ?? system ?? text.deviceUnknown
}
