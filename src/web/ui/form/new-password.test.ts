import { expect, it } from 'vitest'
import { errorsWithout } from '../../lib/field-errors.ts'
import { accountsText as text } from '../../text/accounts.ts'
import { newPasswordErrors } from './new-password.ts'

const short = text.passwordShort(6)
const form = (newPassword: string, confirmPassword: string, currentPassword = 'x') => ({
  currentPassword,
  newPassword,
  confirmPassword,
})

it('a new password has the least length, twice the same', () => {
  expect(newPasswordErrors(form('12345', '1234'), 6, 'current')).toEqual({
    newPassword: short,
    confirmPassword: short,
  })
  expect(newPasswordErrors(form('123456', '123457'), 6, 'current')).toEqual({
    confirmPassword: text.passwordsDiffer,
  })
  // A space is part of a password.
  expect(newPasswordErrors(form(' 1234 ', ' 1234 '), 6, 'current')).toEqual({})
})

it('correcting either of two that differ answers it; one that is short stays short', () => {
  const differ = { confirmPassword: text.passwordsDiffer }
  const without = (field: 'newPassword' | 'confirmPassword') =>
    errorsWithout<ReturnType<typeof form>>(differ, field, text.passwordsDiffer)
  expect([without('newPassword'), without('confirmPassword')]).toEqual([{}, {}])
  const both = { newPassword: short, confirmPassword: short }
  expect(errorsWithout<ReturnType<typeof form>>(both, 'newPassword', text.passwordsDiffer)).toEqual({
    confirmPassword: short,
  })
})

it('the current password is required where it is asked for', () => {
  expect(newPasswordErrors(form('123456', '123456', ''), 6, 'current')).toEqual({
    currentPassword: 'current',
  })
  expect(newPasswordErrors(form('123456', '123456', ''), 6)).toEqual({})
})
