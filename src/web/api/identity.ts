import type { Role } from '#domain/account/role'
import { readStored, removeStored, writeStored } from '../lib/storage.ts'

/**
 * Who was last signed in on this phone, for opening the operator area without a network. It proves nothing: the server
 * checks every call, and what is delivered names its owner. Kept where it can be read at once, before anything is drawn.
 */
export interface Identity {
  id: number
  username: string
  displayName: string
  role: Role
}

const KEY = 'identity'

export function keptIdentity(): Identity | null {
  const value = readStored(KEY)
  if (typeof value !== 'object' || value === null) return null
  const { id, username, displayName, role } = value as Record<string, unknown>
  return typeof id === 'number' &&
    typeof username === 'string' &&
    typeof displayName === 'string' &&
    role === 'operator'
    ? { id, username, displayName, role }
    : null
}

/** Supervisors work with a network: only a driver's name is kept, and anybody else's login forgets it. */
export function keepIdentity({ id, username, displayName, role }: Identity): void {
  if (role === 'operator') writeStored(KEY, { id, username, displayName, role })
  else forgetIdentity()
}

export function forgetIdentity(): void {
  removeStored(KEY)
}
