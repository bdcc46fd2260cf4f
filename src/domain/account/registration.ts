/**
 * `open`: anybody may register; `admin`: only the administrator creates supervisors (invited drivers still register).
 */
export const REGISTRATION_MODES = ['open', 'admin'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]
