import { z } from 'zod'
import { coded } from './messages.ts'

export const confirmEmailRequest = z.object({
  token: z.string().min(1, coded('email_token_invalid')).max(200, coded('email_token_invalid')),
})
export type ConfirmEmailRequest = z.input<typeof confirmEmailRequest>
