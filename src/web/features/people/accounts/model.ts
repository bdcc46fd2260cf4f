import {
  displayNameViolation,
  emailViolation,
  PASSWORD,
  passwordViolation,
  phoneViolation,
  usernameViolation,
} from '#domain/account/fields'
import type { Role } from '#domain/account/role'
import {
  errorsWithout,
  type FieldErrors,
  found,
  serverErrors,
  violationText,
} from '../../../lib/field-errors.ts'
import { HttpError, NetworkError } from '../../../lib/http.ts'
import { accountsText as text } from '../../../text/accounts.ts'

export const EMPTY_LOGIN = { username: '', password: '', code: '' }
export type LoginForm = typeof EMPTY_LOGIN

export const EMPTY_REGISTRATION = {
  username: '',
  displayName: '',
  email: '',
  phone: '',
  role: 'supervisor' as Role,
  password: '',
  confirmPassword: '',
  acceptedTerms: false,
}
export type RegisterForm = typeof EMPTY_REGISTRATION

export function validateLogin(form: LoginForm): FieldErrors<LoginForm> {
  return found<LoginForm>({
    username: form.username.trim() === '' ? text.usernameRequired : undefined,
    password: form.password === '' ? text.passwordRequired : undefined,
  })
}

export function validateRegistration(form: RegisterForm): FieldErrors<RegisterForm> {
  const username = form.username.trim()
  const email = form.email.trim()
  return found<RegisterForm>({
    username: username === '' ? text.usernameRequired : violationText(usernameViolation(username)),
    displayName: violationText(displayNameViolation(form.displayName.trim())),
    email: email === '' ? text.emailRequired : violationText(emailViolation(email)),
    phone: violationText(phoneViolation(form.phone.trim())),
    password:
      form.password === ''
        ? text.passwordRequired
        : violationText(passwordViolation(form.password, PASSWORD.min)),
    confirmPassword: confirmError(form),
    acceptedTerms: form.acceptedTerms ? undefined : text.termsRequired,
  })
}

function confirmError({ password, confirmPassword }: RegisterForm): string | undefined {
  if (confirmPassword === '') return text.confirmRequired
  return confirmPassword === password ? undefined : text.passwordsDiffer
}

/** Editing either password clears 'passwords differ'. */
export function registrationErrorsWithout(
  errors: FieldErrors<RegisterForm>,
  field: keyof RegisterForm,
): FieldErrors<RegisterForm> {
  return errorsWithout(errors, field, field === 'password' ? text.passwordsDiffer : undefined)
}

/** The token of an invitation link; null: no invitation. An empty one is a broken link. */
export function invitationIn(search: string): string | null {
  return new URLSearchParams(search).get('invitation')
}

/** The payload: trimmed, without the confirmation or an empty phone. `invitation` makes it an operator's account. */
export function registrationPayload(
  { confirmPassword: _, ...form }: RegisterForm,
  invitation: string | null = null,
) {
  const phone = form.phone.trim()
  return {
    username: form.username.trim(),
    displayName: form.displayName.trim(),
    email: form.email.trim(),
    role: invitation === null ? form.role : ('operator' as const),
    password: form.password,
    acceptedTerms: true as const,
    ...(phone === '' ? {} : { phone }),
    ...(invitation === null ? {} : { invitation }),
  }
}

export class SignInFailure extends Error {
  override name = 'SignInFailure'
}

/** The account is deactivated; opens 'Cuenta Desactivada'. */
export class UserDeactivatedError extends SignInFailure {
  override name = 'UserDeactivatedError'
  /** From the answer; null: use the configured address. */
  readonly supportEmail: string | null

  constructor(message: string, supportEmail: string | null) {
    super(message)
    this.supportEmail = supportEmail
  }
}

const nonEmpty = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** The password was right, and the account has a second factor. `first`: no code was given yet. */
export class CodeWantedError extends SignInFailure {
  override name = 'CodeWantedError'
  readonly first: boolean

  constructor(message: string, first: boolean) {
    super(message)
    this.first = first
  }
}

export function loginFailure(error: unknown): SignInFailure {
  if (error instanceof NetworkError) return new SignInFailure(text.noConnection)
  if (!(error instanceof HttpError)) return new SignInFailure(text.authFailure)
  const { body } = error
  if (error.status === 403 && [body.code, body.error].includes('usuario_desactivado')) {
    return new UserDeactivatedError(
      (body.message ? error.said : null) ?? text.deactivatedDefault,
      nonEmpty(body.supportEmail),
    )
  }
  if (error.code === 'second_factor_required' || error.code === 'second_factor_wrong') {
    return new CodeWantedError(error.sentence, error.code === 'second_factor_required')
  }
  const otherwise = error.status === 401 ? text.invalidCredentials : text.authFailure
  return new SignInFailure(error.said ?? otherwise)
}

export class RegisterFailure extends Error {
  override readonly name = 'RegisterFailure'
  /** Free names to offer; null: the wanted one is not taken. */
  readonly suggestions: readonly string[] | null
  /** The server's field errors. */
  readonly fields: FieldErrors<RegisterForm>

  constructor(
    message: string,
    suggestions: readonly string[] | null,
    fields: FieldErrors<RegisterForm> = {},
  ) {
    super(message)
    this.suggestions = suggestions
    this.fields = fields
  }
}

export function registerFailure(error: unknown): RegisterFailure {
  if (error instanceof NetworkError) return new RegisterFailure(text.noConnection, null)
  if (!(error instanceof HttpError)) return new RegisterFailure(text.registerFailure, null)
  const { body } = error
  if (body.code === 'username_taken' || Array.isArray(body.suggestions)) {
    const names = (body.suggestions ?? []).filter((name) => typeof name === 'string')
    return new RegisterFailure(error.said ?? text.usernameTaken, names)
  }
  return new RegisterFailure(
    error.said ?? text.registerFailure,
    null,
    serverErrors(error, EMPTY_REGISTRATION),
  )
}
