import type { UserResponse } from '#contract/http/people/accounts'
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'

/**
 * The last signed-in driver of this phone, which opens the operator area without a network. It proves nothing: the server
 * checks every call, and every delivery names its owner. In local storage, which can be read before the first render.
 */
export type Identity = Pick<UserResponse, 'id' | 'username' | 'displayName' | 'role' | 'passwordGiven'>

const KEY = 'identity'

export function keptIdentity(): Identity | null {
  const value = readStored(KEY)
  if (typeof value !== 'object' || value === null) return null
  const { id, username, displayName, role, passwordGiven } = value as Record<string, unknown>
  if (typeof id !== 'number' || typeof username !== 'string' || typeof displayName !== 'string') return null
  return role === 'operator'
    ? { id, username, displayName, role, passwordGiven: passwordGiven === true }
    : null
}

/** Keeps a driver. Another role works with a network only: its login clears what was kept. */
export function keepIdentity({ id, username, displayName, role, passwordGiven }: Identity): void {
  if (role === 'operator') writeStored(KEY, { id, username, displayName, role, passwordGiven })
  else forgetIdentity()
}

export function forgetIdentity(): void {
  removeStored(KEY)
}
