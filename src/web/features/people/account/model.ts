import type { SessionResponse } from '#contract/http/people/account'
import { emailViolation } from '#domain/account/fields'
import { type FieldErrors, found, violationText } from '../../../lib/field-errors.ts'
import { HttpError, NetworkError } from '../../../lib/http.ts'
import { accountText as text } from '../../../text/account.ts'

export const EMPTY_EMAIL = { email: '', currentPassword: '' }
export type EmailForm = typeof EMPTY_EMAIL

export function validateEmail({ email, currentPassword }: EmailForm): FieldErrors<EmailForm> {
  return found({
    email: violationText(emailViolation(email.trim())),
    currentPassword: currentPassword === '' ? text.currentRequired : undefined,
  })
}

/** Why a call failed, for a box above its form; null: its fields say it. */
export function failureSentence(error: unknown, otherwise: string): string | null {
  if (error instanceof NetworkError) return error.message
  if (!(error instanceof HttpError)) return otherwise
  return error.body.details ? null : (error.said ?? otherwise)
}

/** In another tab, so that the current password is asked for. */
export const saysChosenAlready = ({ body }: HttpError): boolean =>
  (body.details ?? []).some(({ path }) => path === 'currentPassword')

/** 'Chrome en Android'. */
export function deviceText({ browser, system }: Pick<SessionResponse, 'browser' | 'system'>): string {
  if (browser !== null && system !== null) return text.device(browser, system)
  return browser ?? system ?? text.deviceUnknown
}
