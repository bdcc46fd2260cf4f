import type { SecondFactorResponse } from '#contract/http/second-factor'
import { secondFactorCalls } from '../second-factor.ts'
import { adminQuery, adminRequest } from './request.ts'

const PATH = '/api/admin/second-factor'

/** The administrator's. */
export const adminSecondFactorQuery = adminQuery<SecondFactorResponse>(PATH)

export const changeAdminSecondFactor = secondFactorCalls(adminRequest, PATH)

/** Takes it off an account whose owner has lost it. */
export const removeSecondFactor = (id: number): Promise<unknown> =>
  adminRequest('DELETE', `/api/admin/users/${id}/second-factor`)
