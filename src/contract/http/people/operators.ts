import { z } from 'zod'
import { OPERATOR_DISPLAY_NAME_MIN, PASSWORD } from '#domain/account/fields'
import { coded } from '../messages.ts'
import { changedPhone, displayName, mustChangePassword, newPassword, phone, username } from './accounts.ts'

export const operatorResponse = z.object({
  id: z.number().int(),
  username: z.string(),
  displayName: z.string(),
  phone: z.string().nullable(),
  isActive: z.boolean(),
  /** The driver has not chosen an own password yet. */
  passwordGiven: z.boolean(),
  /** They have to before anything else is open to them. */
  mustChangePassword: z.boolean(),
})
export type OperatorResponse = z.infer<typeof operatorResponse>

export const createOperatorRequest = z.object({
  username,
  displayName: displayName(OPERATOR_DISPLAY_NAME_MIN),
  password: newPassword(PASSWORD.minForOperator),
  mustChangePassword,
  phone,
})
export type CreateOperatorRequest = z.input<typeof createOperatorRequest>

/**
 * Either the driver's data (without `phone` that stays; null or empty removes it) or a new password, never both.
 */
export const updateOperatorRequest = z.union(
  [
    z.strictObject(
      { password: newPassword(PASSWORD.minForOperator), mustChangePassword },
      { error: coded('name_and_phone_or_password') },
    ),
    // Declared, because Zod would silently drop an unknown `password`.
    z.object({
      displayName: displayName(OPERATOR_DISPLAY_NAME_MIN),
      phone: changedPhone,
      password: z.never().optional(),
    }),
  ],
  { error: coded('name_and_phone_or_password') },
)
export type UpdateOperatorRequest = z.input<typeof updateOperatorRequest>

/** Minutes, one decimal; of all recorded operations of this operator. */
export const operatorMetricsResponse = z.object({
  totalOperations: z.number().int(),
  totalEvents: z.number().int(),
  operationsByType: z.object({ load: z.number().int(), unload: z.number().int() }),
  times: z.object({
    productive: z.number(),
    unproductive: z.number(),
    neutral: z.number(),
    total: z.number(),
    /** Percent, one decimal. */
    productiveRatio: z.number(),
  }),
})
export type OperatorMetricsResponse = z.infer<typeof operatorMetricsResponse>

/** A link with which drivers register under this supervisor. */
export const invitationResponse = z.object({ url: z.string(), expiresAt: z.string() })
export type InvitationResponse = z.infer<typeof invitationResponse>

/** What the link shows before registration: the supervisor of the new account. */
export const publicInvitationResponse = z.object({ supervisorName: z.string() })
