import type { FastifyRequest } from 'fastify'
import { ADMIN_NAME, type Trace } from '../identity/trace.ts'
import { callerOf } from './guards.ts'

/** Of a request that the administrator's guard has let through. */
export const adminTrace = (request: FastifyRequest): Trace => ({
  kind: 'admin',
  id: null,
  name: ADMIN_NAME,
  address: request.ip,
})

/** Of a signed-in account. Throws 401. */
export function callerTrace(request: FastifyRequest): Trace {
  const { id, role, username } = callerOf(request)
  return { kind: role, id, name: username, address: request.ip }
}
