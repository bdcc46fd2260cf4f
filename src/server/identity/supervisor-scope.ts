import type { Caller } from './caller.ts'

declare const brand: unique symbol

/**
 * Proof that the caller is this supervisor. Every query of a tenant's data takes one, so a query without a tenant does
 * not compile.
 */
export interface SupervisorScope {
  readonly supervisorId: number
  readonly [brand]: 'SupervisorScope'
}

/** Only for code that has just proven who the supervisor is: the guard, the live channel, an accepted invitation. */
export function scopeOf(user: { id: number; role: 'supervisor' }): SupervisorScope {
  return { supervisorId: user.id } as SupervisorScope
}

/** The supervisor of a signed-in driver, for figures that name nobody; null: there is none. */
export const scopeOfDriver = ({ supervisorId }: Pick<Caller, 'supervisorId'>): SupervisorScope | null =>
  supervisorId === null ? null : scopeOf({ id: supervisorId, role: 'supervisor' })
