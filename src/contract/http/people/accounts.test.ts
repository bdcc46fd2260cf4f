import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  displayNameViolation,
  emailViolation,
  PASSWORD,
  passwordViolation,
  phoneViolation,
  usernameViolation,
  type Violation,
} from '#domain/account/fields'
import { displayName, emailAddress, newPassword, phone, username } from './accounts.ts'

const text = (characters: string) =>
  fc.array(fc.constantFrom(...characters), { maxLength: 220, size: 'max' }).map((parts) => parts.join(''))

/** What a form says of a value before it is sent, and what the server says when it comes. */
const agree = (
  violationOf: (trimmed: string) => Violation | null,
  accepts: (value: string) => boolean,
  values: fc.Arbitrary<string>,
) =>
  fc.assert(
    fc.property(values, (value) => {
      expect(violationOf(value.trim()) === null).toBe(accepts(value))
    }),
  )

describe('form and schema agree on', () => {
  it('user names', () => agree(usernameViolation, (v) => username.safeParse(v).success, text('aÑ7._@- /')))

  it.each([1, 3])('display names of at least %d', (min) =>
    agree(
      (name) => displayNameViolation(name, min),
      (v) => displayName(min).safeParse(v).success,
      text('aÑ '),
    ),
  )

  it('phones', () => agree(phoneViolation, (v) => phone.safeParse(v.trim()).success, text('05+()-. x')))

  it('e-mail addresses', () =>
    agree(
      emailViolation,
      (v) => emailAddress.safeParse(v.trim()).success,
      fc.oneof(fc.emailAddress(), text('a1.@-ñ')),
    ))

  it.each([PASSWORD.min, PASSWORD.minForOperator])('passwords of at least %d', (min) => {
    for (const length of [0, min - 1, min, PASSWORD.max, PASSWORD.max + 1]) {
      const password = 'x'.repeat(length)
      expect(passwordViolation(password, min) === null).toBe(newPassword(min).safeParse(password).success)
    }
  })
})

it.each<[Violation | null, Violation['code'], object]>([
  [usernameViolation('ab'), 'username_too_short', { min: 3 }],
  [usernameViolation('a'.repeat(61)), 'username_too_long', { max: 60 }],
  [usernameViolation('juan perez'), 'username_characters', {}],
  [displayNameViolation('Jo', 3), 'display_name_required', {}],
  [phoneViolation('123456'), 'phone_invalid', {}],
  [emailViolation('juan@parque'), 'email_invalid', {}],
  [passwordViolation('12345', PASSWORD.minForOperator), 'password_too_short', { min: 6 }],
  [passwordViolation('1234567', PASSWORD.min), 'password_too_short', { min: 8 }],
])('%j is %s', (violation, code, params) => {
  expect(violation).toEqual({ code, params })
})
