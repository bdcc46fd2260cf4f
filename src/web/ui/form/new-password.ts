import { passwordViolation } from '#domain/account/fields'
import { type FieldErrors, found } from '../../lib/field-errors.ts'
import { accountsText as text } from '../../text/accounts.ts'

export const EMPTY_NEW_PASSWORD = { currentPassword: '', newPassword: '', confirmPassword: '' }
export type NewPassword = typeof EMPTY_NEW_PASSWORD

/** `min`: characters, at least. `currentRequired`: said when the current password is missing; without it, none is asked for. */
export function newPasswordErrors(
  { currentPassword, newPassword, confirmPassword }: NewPassword,
  min: number,
  currentRequired?: string,
): FieldErrors<NewPassword> {
  const isShort = (password: string): boolean =>
    passwordViolation(password, min)?.code === 'password_too_short'
  const differs = confirmPassword === newPassword ? undefined : text.passwordsDiffer
  return found({
    currentPassword: currentPassword === '' ? currentRequired : undefined,
    newPassword: isShort(newPassword) ? text.passwordShort(min) : undefined,
    confirmPassword: isShort(confirmPassword) ? text.passwordShort(min) : differs,
  })
}
