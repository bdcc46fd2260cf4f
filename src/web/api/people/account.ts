import type {
  ChangeEmailRequest,
  ChangePasswordRequest,
  ChangePhoneRequest,
  ProvePasswordRequest,
} from '#contract/http/people/account'
import type { ConfirmEmailRequest } from '#contract/http/people/email'
import { call, getQuery } from '../call.ts'
import { secondFactorCalls } from './second-factor.ts'

export const accountQuery = getQuery('GET /api/account')

export const confirmEmail = (body: ConfirmEmailRequest) => call('POST /api/email/confirm', { body })

export const resendConfirmation = () => call('POST /api/account/email/confirmation')

export const changePassword = (body: ChangePasswordRequest) => call('PUT /api/account/password', { body })

export const changeEmail = (body: ChangeEmailRequest) => call('PUT /api/account/email', { body })

export const changePhone = (body: ChangePhoneRequest) => call('PUT /api/account/phone', { body })

export const endOtherSessions = () => call('DELETE /api/account/sessions')

export const endSession = (id: string) => call('DELETE /api/account/sessions/:id', { params: { id } })

/** Opens what cannot be undone, for ten minutes. */
export const provePassword = (body: ProvePasswordRequest) => call('POST /api/account/proof', { body })

/** Of a supervisor. */
export const secondFactorQuery = getQuery('GET /api/account/second-factor')

export const changeSecondFactor = secondFactorCalls(call, '/api/account/second-factor')
