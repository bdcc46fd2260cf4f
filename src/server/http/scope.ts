declare const brand: unique symbol

/**
 * Proof that the caller is this supervisor. Only the guard makes one, and every query of a tenant's data asks for it,
 * so a query without a tenant does not compile.
 */
export interface SupervisorScope {
  readonly supervisorId: number
  readonly [brand]: 'SupervisorScope'
}

/** For the guard alone (http/guards.ts). */
export function scopeOf(user: { id: number; role: 'supervisor' }): SupervisorScope {
  return { supervisorId: user.id } as SupervisorScope
}
