import { PASSWORD } from './fields.ts'
import { weaknessOf } from './weak-password.ts'

/** In ascending order. */
export const STRENGTHS = ['short', 'guessable', 'fair', 'good'] as const
export type Strength = (typeof STRENGTHS)[number]

/**
 * How good a new password is, as far as a page can tell: the list of common passwords is on the server. `min`: characters, at
 * least.
 */
export function strengthOf(password: string, { min, username }: { min: number; username: string }): Strength {
  if (password.length < min) return 'short'
  if (weaknessOf(password, { username, isCommon: () => false }) !== null) return 'guessable'
  return password.length < PASSWORD.recommended ? 'fair' : 'good'
}
