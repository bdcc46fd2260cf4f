import { passwordViolation } from '#domain/account/fields'
import { type FieldErrors, found } from '../../lib/field-errors.ts'

export const EMPTY_NEW_PASSWORD = { currentPassword: '', newPassword: '', confirmPassword: '' }
export type NewPassword = typeof EMPTY_NEW_PASSWORD

interface Words {
  currentRequired?: string | undefined
  passwordShort: string
  passwordsDiffer: string
}

/** `min`: characters, at least. `words.currentRequired`: said when the current password is missing; without it, none is asked for. */
export function newPasswordErrors(
  { currentPassword, newPassword, confirmPassword }: NewPassword,
  min: number,
  words: Words,
): FieldErrors<NewPassword> {
  const isShort = (password: string): boolean =>
    passwordViolation(password, min)?.code === 'password_too_short'
  const differs = confirmPassword === newPassword ? undefined : words.passwordsDiffer
  return found({
    currentPassword: currentPassword === '' ? words.currentRequired : undefined,
    newPassword: isShort(newPassword) ? words.passwordShort : undefined,
    confirmPassword: isShort(confirmPassword) ? words.passwordShort : differs,
  })
}
