import { expect, it } from 'vitest'
import { errorsWithout } from '../../lib/field-errors.ts'
import { newPasswordErrors } from './new-password.ts'

const words = { currentRequired: 'current', passwordShort: 'short', passwordsDiffer: 'differ' }
const form = (newPassword: string, confirmPassword: string, currentPassword = 'x') => ({
  currentPassword,
  newPassword,
  confirmPassword,
})

it('a new password has the least length, twice the same', () => {
  expect(newPasswordErrors(form('12345', '1234'), 6, words)).toEqual({
    newPassword: 'short',
    confirmPassword: 'short',
  })
  expect(newPasswordErrors(form('123456', '123457'), 6, words)).toEqual({ confirmPassword: 'differ' })
  // A space is part of a password.
  expect(newPasswordErrors(form(' 1234 ', ' 1234 '), 6, words)).toEqual({})
})

it('correcting either of two that differ answers it; one that is short stays short', () => {
  const differ = { confirmPassword: 'differ' }
  const without = (field: 'newPassword' | 'confirmPassword') =>
    errorsWithout<ReturnType<typeof form>>(differ, field, words.passwordsDiffer)
  expect([without('newPassword'), without('confirmPassword')]).toEqual([{}, {}])
  const short = { newPassword: 'short', confirmPassword: 'short' }
  expect(errorsWithout<ReturnType<typeof form>>(short, 'newPassword', 'differ')).toEqual({
    confirmPassword: 'short',
  })
})

it('the current password is required where it is asked for', () => {
  expect(newPasswordErrors(form('123456', '123456', ''), 6, words)).toEqual({ currentPassword: 'current' })
  const { currentRequired: _, ...given } = words
  expect(newPasswordErrors(form('123456', '123456', ''), 6, given)).toEqual({})
})
