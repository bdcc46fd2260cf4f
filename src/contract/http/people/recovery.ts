import { z } from 'zod'
import { PASSWORD } from '#domain/account/fields'
import { coded } from '../messages.ts'
import { line, text } from '../text.ts'
import { emailAddress, newPassword } from './accounts.ts'

const blankAsAbsent = (value: unknown): unknown =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value

export const resetRequestRequest = z
  .object({
    username: z.preprocess(blankAsAbsent, line().max(100).optional()),
    email: z.preprocess(blankAsAbsent, line('email_invalid').pipe(emailAddress).optional()),
  })
  .refine(({ username, email }) => username !== undefined || email !== undefined, {
    error: coded('reset_identity_required'),
  })
export type ResetRequestRequest = z.input<typeof resetRequestRequest>

export const validateTokenQuery = z.object({ token: text().max(200).default('') })
export const validateTokenResponse = z.object({ valid: z.literal(true) })

export const resetPasswordRequest = z.object({
  token: text('reset_token_invalid')
    .min(1, coded('reset_token_invalid'))
    .max(200, coded('reset_token_invalid')),
  newPassword: newPassword(PASSWORD.min),
})
export type ResetPasswordRequest = z.input<typeof resetPasswordRequest>
