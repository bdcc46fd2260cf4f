import { isDistinct, plainSpelling } from './spelling.ts'

/**
 * Rules for the fields of an account, read by forms and by the schemas of the contract. Lengths count UTF-16 units of
 * the trimmed text.
 */
export const USERNAME = { min: 3, max: 60, pattern: /^[\p{L}\p{N}._@-]+$/u } as const
export const DISPLAY_NAME = { max: 120 } as const
export const PHONE = { min: 7, max: 30, pattern: /^[+()0-9\s.-]+$/ } as const
export const EMAIL = {
  max: 254,
  pattern: /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/,
} as const
/**
 * `min` and `recommended` as ASVS 5.0 (6.2.1) has them; `minForOperator` as the specification has it, for what a supervisor gives
 * a driver to begin with. The upper bound limits the CPU that hashing one password may take.
 */
export const PASSWORD = { min: 8, minForOperator: 6, recommended: 15, max: 200 } as const
/** Supervisors and the administrator's accounts need one letter; operators need three. */
export const OPERATOR_DISPLAY_NAME_MIN = 3

export type ViolationCode =
  | 'username_too_short'
  | 'username_too_long'
  | 'username_characters'
  | 'username_unclear'
  | 'display_name_required'
  | 'display_name_too_long'
  | 'phone_invalid'
  | 'email_invalid'
  | 'password_too_short'
  | 'password_too_long'

/** The first rule that a value breaks, with the numbers of its sentence. */
export interface Violation {
  code: ViolationCode
  params: { min?: number; max?: number }
}

const violation = (code: ViolationCode, params: Violation['params'] = {}): Violation => ({ code, params })

/** Of the plain spelling, which the server stores. */
export function usernameViolation(typed: string): Violation | null {
  const username = plainSpelling(typed)
  const { min, max, pattern } = USERNAME
  if (username.length < min) return violation('username_too_short', { min })
  if (username.length > max) return violation('username_too_long', { max })
  if (!pattern.test(username)) return violation('username_characters')
  return isDistinct(username) ? null : violation('username_unclear')
}

export function displayNameViolation(name: string, min = 1): Violation | null {
  const { max } = DISPLAY_NAME
  if (name.length < min) return violation('display_name_required')
  return name.length > max ? violation('display_name_too_long', { max }) : null
}

/** The phone is optional: '' is valid. */
export function phoneViolation(phone: string): Violation | null {
  const { min, max, pattern } = PHONE
  const isPhone = phone.length >= min && phone.length <= max && pattern.test(phone)
  return phone === '' || isPhone ? null : violation('phone_invalid')
}

export function emailViolation(email: string): Violation | null {
  const { max, pattern } = EMAIL
  return email.length <= max && pattern.test(email) ? null : violation('email_invalid')
}

/** `min`: `PASSWORD.min`, or `PASSWORD.minForOperator`. */
export function passwordViolation(password: string, min: number): Violation | null {
  const { max } = PASSWORD
  if (password.length < min) return violation('password_too_short', { min })
  return password.length > max ? violation('password_too_long', { max }) : null
}
