import { secondFactorCalls } from '../people/second-factor.ts'
import { adminQuery, adminRequest } from './request.ts'

/** The administrator's. */
export const adminSecondFactorQuery = adminQuery('GET /api/admin/second-factor')

export const changeAdminSecondFactor = secondFactorCalls(adminRequest, '/api/admin/second-factor')

/** Takes it off an account whose owner has lost it. */
export const removeSecondFactor = (id: number) =>
  adminRequest('DELETE /api/admin/users/:id/second-factor', { params: { id } })
