import { PASSWORD, type Violation, type ViolationCode } from '#domain/account/fields'
import { accountsText as text } from '../text/accounts.ts'
import { worded } from '../text/messages.ts'
import { HttpError } from './http.ts'

/** The first error of each field; a field without an entry is valid. */
export type FieldErrors<Form> = { [Field in keyof Form]?: string }

/** Drops undefined entries, so that an object without keys means a valid form. */
export function found<Form>(errors: { [Field in keyof Form]?: string | undefined }): FieldErrors<Form> {
  return Object.fromEntries(
    Object.entries(errors).filter(([, message]) => message !== undefined),
  ) as FieldErrors<Form>
}

/**
 * The errors that remain while `field` is corrected. `answered`: an error of two fields, which goes when either of them is
 * corrected.
 */
export function errorsWithout<Form>(
  errors: FieldErrors<Form>,
  field: keyof Form,
  answered?: string,
): FieldErrors<Form> {
  return Object.fromEntries(
    Object.entries(errors).filter(([name, message]) => name !== field && message !== answered),
  ) as FieldErrors<Form>
}

/** Errors from the server for the fields of `form`; the sentence of the answer covers any other. */
export function serverErrors<Form extends object>(error: unknown, form: Form): FieldErrors<Form> {
  const errors: Record<string, string> = {}
  if (error instanceof HttpError) {
    for (const detail of error.body.details ?? []) {
      if (detail.path in form) errors[detail.path] ??= worded(detail)
    }
    if (error.code === 'username_taken' && 'username' in form) errors.username ??= error.sentence
  }
  return errors as FieldErrors<Form>
}

/** No message where the input limits the length. */
const VIOLATIONS: Readonly<Partial<Record<ViolationCode, string>>> = {
  username_too_short: text.usernameShort,
  username_characters: text.usernameCharacters,
  username_unclear: text.usernameUnclear,
  display_name_required: text.displayNameRequired,
  phone_invalid: text.phoneInvalid,
  email_invalid: text.emailInvalid,
}

/** The message at a wrong field; undefined: none. */
export const violationText = (violation: Violation | null): string | undefined =>
  violation?.code === 'password_too_short'
    ? text.passwordShort(violation.params.min ?? PASSWORD.min)
    : violation
      ? VIOLATIONS[violation.code]
      : undefined
