import type {
  AccountResponse,
  ChangeEmailRequest,
  ChangePasswordRequest,
  ProvePasswordRequest,
} from '#contract/http/account'
import type { ConfirmEmailRequest } from '#contract/http/email'
import type { SecondFactorResponse } from '#contract/http/second-factor'
import { request } from '../lib/http.ts'
import { getQuery } from './get-query.ts'
import { secondFactorCalls } from './second-factor.ts'

const PATH = '/api/account'

type Said = { message: string }

export const accountQuery = getQuery<AccountResponse>(PATH)

export const confirmEmail = (confirmation: ConfirmEmailRequest): Promise<Said> =>
  request('POST', '/api/email/confirm', confirmation)

export const resendConfirmation = (): Promise<Said> => request('POST', `${PATH}/email/confirmation`)

export const changePassword = (change: ChangePasswordRequest): Promise<Said> =>
  request('PUT', `${PATH}/password`, change)

export const changeEmail = (change: ChangeEmailRequest): Promise<Said> =>
  request('PUT', `${PATH}/email`, change)

export const endOtherSessions = (): Promise<Said> => request('DELETE', `${PATH}/sessions`)

export const endSession = (id: string): Promise<null> => request('DELETE', `${PATH}/sessions/${id}`)

/** Opens what cannot be undone, for ten minutes. */
export const provePassword = (proof: ProvePasswordRequest): Promise<Said> =>
  request('POST', `${PATH}/proof`, proof)

const SECOND_FACTOR = `${PATH}/second-factor`

/** Of a supervisor. */
export const secondFactorQuery = getQuery<SecondFactorResponse>(SECOND_FACTOR)

export const changeSecondFactor = secondFactorCalls(request, SECOND_FACTOR)
