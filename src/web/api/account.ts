import type { ConfirmEmailRequest } from '#contract/http/email'
import { request } from '../lib/http.ts'

export const confirmEmail = (confirmation: ConfirmEmailRequest): Promise<{ message: string }> =>
  request('POST', '/api/email/confirm', confirmation)
