import { z } from 'zod'
import { coded } from '../messages.ts'
import { line } from '../text.ts'

/** Six digits of the authenticator app, or a recovery code in any spelling. */
export const code = line('second_factor_wrong', 'second_factor_required')
  .min(1, coded('second_factor_required'))
  .max(40, coded('second_factor_wrong'))

/** Of a login; empty as absent. */
export const optionalCode = z.preprocess((value) => (value === '' ? undefined : value), code.optional())

export const codeRequest = z.object({ code })

export const secondFactorResponse = z.object({ on: z.boolean(), recoveryCodesLeft: z.number().int() })
export type SecondFactorResponse = z.infer<typeof secondFactorResponse>

/** What the authenticator app is given, as text (base32) and as an otpauth address for a QR code. */
export const secondFactorSetup = z.object({ secret: z.string(), uri: z.string() })
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>

/** Sent once: the database has only their hashes. */
export const recoveryCodesResponse = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodesResponse = z.infer<typeof recoveryCodesResponse>

/** Of a login that used a recovery code. */
export const recoveryCodesLeft = z.number().int().optional()
