import type { AuditActor } from '#contract/http/console/audit'

/** Who does something, and from where, as the audit log keeps it. */
export interface Trace {
  kind: AuditActor
  /** Account; null for the administrator and the product itself. */
  id: number | null
  name: string
  /** Network address; null for the product itself. */
  address: string | null
}

export const ADMIN_NAME = 'Administrador'

/** What the product does by itself. */
export const SYSTEM_TRACE: Trace = { kind: 'system', id: null, name: 'Acarreo', address: null }
