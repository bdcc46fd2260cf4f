export const ROLES = ['operator', 'supervisor'] as const
export type Role = (typeof ROLES)[number]

/** The page of each role; the login page for no role and for an unknown one. */
export function homePath(role: Role | null | undefined): '/operator' | '/supervisor' | '/auth' {
  if (role === 'operator') return '/operator'
  if (role === 'supervisor') return '/supervisor'
  return '/auth'
}
