import type { FastifyRequest } from 'fastify'
import { ADMIN_NAME, type Trace } from '../../identity/trace.ts'
import { callerOf, type RequestFor } from '../route-audience.ts'

/** Of the administrator. */
export const adminTrace = (request: Pick<FastifyRequest, 'ip'>): Trace => ({
  kind: 'admin',
  id: null,
  name: ADMIN_NAME,
  address: request.ip,
})

/** Of a signed-in account. */
export function callerTrace(request: RequestFor<'signed-in' | 'operator' | 'supervisor'>): Trace {
  const { id, role, username } = callerOf(request)
  return { kind: role, id, name: username, address: request.ip }
}
