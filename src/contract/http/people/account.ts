import { z } from 'zod'
import { PASSWORD } from '#domain/account/fields'
import { coded } from '../messages.ts'
import { line } from '../text.ts'
import { changedPhone, emailAddress, givenPassword, newPassword } from './accounts.ts'

export const sessionResponse = z.object({
  /** Names the session; opens nothing. */
  id: z.string(),
  /** As the client describes itself; null: not recognised. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Network address of the login; null: older than this field. */
  address: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** At most an hour old while the session is in use. */
  seenAt: z.iso.datetime(),
  current: z.boolean(),
})
export type SessionResponse = z.infer<typeof sessionResponse>

/** The own account, and where it is signed in; the newest session first. */
export const accountResponse = z.object({
  username: z.string(),
  email: z.string().nullable(),
  emailConfirmed: z.boolean(),
  /** A wanted address that waits for its proof. */
  pendingEmail: z.string().nullable(),
  phone: z.string().nullable(),
  sessions: z.array(sessionResponse),
})
export type AccountResponse = z.infer<typeof accountResponse>

export const changePasswordRequest = z.object({
  /** Not needed right after a login with a given password. */
  currentPassword: givenPassword.optional(),
  newPassword: newPassword(PASSWORD.min),
})
export type ChangePasswordRequest = z.input<typeof changePasswordRequest>

export const changeEmailRequest = z.object({
  currentPassword: givenPassword,
  email: line('email_invalid', 'email_required').min(1, coded('email_required')).pipe(emailAddress),
})
export type ChangeEmailRequest = z.input<typeof changeEmailRequest>

/** Null or empty removes it. */
export const changePhoneRequest = z.object({ phone: changedPhone })
export type ChangePhoneRequest = z.input<typeof changePhoneRequest>

export const provePasswordRequest = z.object({ currentPassword: givenPassword })
export type ProvePasswordRequest = z.input<typeof provePasswordRequest>
