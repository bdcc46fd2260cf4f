import { z } from 'zod'
import { coded } from '../messages.ts'
import { text } from '../text.ts'

export const confirmEmailRequest = z.object({
  token: text('email_token_invalid')
    .min(1, coded('email_token_invalid'))
    .max(200, coded('email_token_invalid')),
})
export type ConfirmEmailRequest = z.input<typeof confirmEmailRequest>
