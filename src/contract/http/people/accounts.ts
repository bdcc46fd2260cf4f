import { z } from 'zod'
import { DISPLAY_NAME, EMAIL, PASSWORD, PHONE, USERNAME } from '#domain/account/fields'
import { ROLES } from '#domain/account/role'
import { isDistinct } from '#domain/account/spelling'
import { coded } from '../messages.ts'
import { line, secret, text } from '../text.ts'
import { optionalCode, recoveryCodesLeft } from './second-factor.ts'

export const userResponse = z.object({
  id: z.number().int(),
  username: z.string(),
  role: z.enum(ROLES),
  displayName: z.string(),
  supervisorId: z.number().int().nullable(),
  email: z.string().nullable(),
  /** Mail to the address has proven to reach the account's owner. */
  emailConfirmed: z.boolean(),
  phone: z.string().nullable(),
  acceptedTerms: z.boolean(),
  isActive: z.boolean(),
  /** Somebody else chose the password, and knows it. */
  passwordGiven: z.boolean(),
  /** Such a password, of which an own one was asked for: until it is chosen, nothing else is open. */
  mustChangePassword: z.boolean(),
  /** A supervisor who lacks the second factor that the administrator asks for: until it is set up, nothing else is open. */
  mustSetUpSecondFactor: z.boolean(),
})
export type UserResponse = z.infer<typeof userResponse>

const PASSWORD_TOO_LONG = coded('password_too_long')

/** With a password for somebody else: whether they have to choose their own before anything else is open to them. */
export const mustChangePassword = z.boolean().default(false)

export const newPassword = (min: number) =>
  secret(z.string().min(min, coded('password_too_short')).max(PASSWORD.max, PASSWORD_TOO_LONG))

export const givenPassword: z.ZodString = secret(
  z.string().min(1, coded('password_required')).max(PASSWORD.max, PASSWORD_TOO_LONG),
)

export const emailAddress = z
  .email({ pattern: EMAIL.pattern, error: coded('email_invalid') })
  .max(EMAIL.max, coded('email_invalid'))

export const loginRequest = z.object({
  username: line('username_required')
    .min(1, coded('username_required'))
    .max(USERNAME.max, coded('username_required')),
  password: givenPassword,
  /** Of an account with a second factor. */
  code: optionalCode,
})
export const loginResponse = userResponse.extend({ recoveryCodesLeft })
export type LoginResponse = z.infer<typeof loginResponse>
export type LoginRequest = z.infer<typeof loginRequest>

const emptyAsAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value)

const PHONE_INVALID = coded('phone_invalid')

const phoneNumber = line('phone_invalid')
  .min(PHONE.min, PHONE_INVALID)
  .max(PHONE.max, PHONE_INVALID)
  .regex(PHONE.pattern, PHONE_INVALID)

export const phone = z.preprocess(emptyAsAbsent, phoneNumber.optional())

/** Of a change: absent stays as it was; null or empty is none. */
export const changedPhone = z.preprocess((value) => (value === '' ? null : value), phoneNumber.nullish())

export const username = z
  .string()
  .trim()
  .normalize('NFKC')
  .min(USERNAME.min, coded('username_too_short'))
  .max(USERNAME.max, coded('username_too_long'))
  .regex(USERNAME.pattern, coded('username_characters'))
  .refine(isDistinct, coded('username_unclear'))

export const displayName = (min: number) =>
  line('display_name_characters', 'display_name_required')
    .min(min, coded('display_name_required'))
    .max(DISPLAY_NAME.max, coded('display_name_too_long'))

export const registerRequest = z.object({
  username,
  password: newPassword(PASSWORD.min),
  role: z.enum(ROLES).default('supervisor'),
  displayName: displayName(1),
  email: line('email_invalid', 'email_required').min(1, coded('email_required')).pipe(emailAddress),
  phone,
  acceptedTerms: z.literal(true, { error: coded('terms_required') }),
  /** Token of an invitation link: the account becomes an operator of the supervisor who made it; `role` is ignored. */
  invitation: text().max(100).optional(),
})
export type RegisterRequest = z.input<typeof registerRequest>
