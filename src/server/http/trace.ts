import type { FastifyRequest } from 'fastify'
import type { AuditActor } from '#contract/http/audit'
import { callerOf } from './guards.ts'

/** Who does something, and from where, as the audit log keeps it. */
export interface Trace {
  kind: AuditActor
  /** Account; null for the administrator and the product itself. */
  id: number | null
  name: string
  /** Network address; null when the product does it by itself. */
  address: string | null
}

export const ADMIN_NAME = 'Administrador'

/** What the product does by itself. */
export const SYSTEM_TRACE: Trace = { kind: 'system', id: null, name: 'Acarreo', address: null }

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
