export const ROLES = ['operator', 'supervisor'] as const
export type Role = (typeof ROLES)[number]

/** Where each role works; everyone else belongs on the login screen. */
export function homePath(role: Role | null | undefined): '/operator' | '/supervisor' | '/auth' {
  if (role === 'operator') return '/operator'
  if (role === 'supervisor') return '/supervisor'
  return '/auth'
}
