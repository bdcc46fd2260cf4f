import { z } from 'zod'
import { PASSWORD } from '#domain/account/fields'
import { emailAddress, newPassword } from './accounts.ts'
import { isPrintable } from './text.ts'

const blankAsAbsent = (value: unknown): unknown =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value

export const resetRequestRequest = z
  .object({
    username: z.preprocess(
      blankAsAbsent,
      z.string().trim().max(100).refine(isPrintable, 'El texto no es válido').optional(),
    ),
    email: z.preprocess(blankAsAbsent, z.string().trim().pipe(emailAddress).optional()),
  })
  .refine(({ username, email }) => username !== undefined || email !== undefined, {
    error: 'Debe proporcionar al menos un nombre de usuario o correo electrónico',
  })
export type ResetRequestRequest = z.input<typeof resetRequestRequest>

/** The same answer for every request: it must not reveal whether the account exists. */
export const RESET_REQUESTED = 'Si existe una cuenta con esos datos, recibirá un correo con instrucciones.'
export const INVALID_TOKEN = 'El token no es válido o ha expirado. Solicita uno nuevo.'

export const recoveryMessage = z.object({ message: z.string() })

export const validateTokenQuery = z.object({ token: z.string().max(200).default('') })
export const validateTokenResponse = z.object({ valid: z.literal(true) })

export const resetPasswordRequest = z.object({
  token: z.string().min(1, INVALID_TOKEN).max(200, INVALID_TOKEN),
  newPassword: newPassword(PASSWORD.minAfterReset),
})
export type ResetPasswordRequest = z.input<typeof resetPasswordRequest>
