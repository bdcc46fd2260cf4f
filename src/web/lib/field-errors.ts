import { fromServer } from '../text/wire.ts'
import { HttpError } from './http.ts'

/** The first thing wrong with each field; a field without an entry is right. */
export type FieldErrors<Form> = { [Field in keyof Form]?: string }

/** Drops the entries that say nothing, so that 'no keys' means 'all right'. */
export function found<Form>(errors: { [Field in keyof Form]?: string | undefined }): FieldErrors<Form> {
  return Object.fromEntries(
    Object.entries(errors).filter(([, message]) => message !== undefined),
  ) as FieldErrors<Form>
}

/**
 * The errors that are left once `field` is being corrected. `answered`: a sentence about two fields, which the correction
 * of either of them answers.
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

/** Field errors that only the server found, of the fields that `form` has; its sentence tells of any other. */
export function serverErrors<Form extends object>(error: unknown, form: Form): FieldErrors<Form> {
  const errors: Record<string, string> = {}
  if (error instanceof HttpError) {
    for (const { path, message } of error.body.details ?? []) {
      if (path in form) errors[path] ??= fromServer(message)
    }
    if (error.code === 'username_taken' && 'username' in form) errors.username ??= error.sentence
  }
  return errors as FieldErrors<Form>
}
