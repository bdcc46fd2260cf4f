import type { Role } from './role.ts'

/** What an account may have to do before anything else is open to it, in this order. */
export const OWED = ['own_password', 'second_factor'] as const
export type Owed = (typeof OWED)[number]

/** `required`: every supervisor needs a second factor. */
export const SECOND_FACTOR_MODES = ['optional', 'required'] as const
export type SecondFactorMode = (typeof SECOND_FACTOR_MODES)[number]

/** Null: nothing. */
export function owedBy(
  account: { role: Role; mustChangePassword: boolean; hasSecondFactor: boolean },
  mode: SecondFactorMode,
): Owed | null {
  if (account.mustChangePassword) return 'own_password'
  const lacks = account.role === 'supervisor' && !account.hasSecondFactor
  return lacks && mode === 'required' ? 'second_factor' : null
}
