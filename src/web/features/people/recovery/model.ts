import type { ResetRequestRequest } from '#contract/http/people/recovery'
import { emailViolation } from '#domain/account/fields'
import { type FieldErrors, found, violationText } from '../../../lib/field-errors.ts'
import { HttpError, NetworkError } from '../../../lib/http.ts'
import { recoveryText as text } from '../../../text/recovery.ts'

export const EMPTY_REQUEST = { username: '', email: '' }
export type RequestForm = typeof EMPTY_REQUEST

export function validateRequest({ username, email }: RequestForm): FieldErrors<RequestForm> {
  const address = email.trim()
  if (username.trim() === '' && address === '') return { username: text.identityRequired }
  return address === '' ? {} : found({ email: violationText(emailViolation(address)) })
}

export function requestPayload({ username, email }: RequestForm): ResetRequestRequest {
  return {
    ...(username.trim() === '' ? {} : { username: username.trim() }),
    ...(email.trim() === '' ? {} : { email: email.trim() }),
  }
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
