import { readStored, writeStored } from '../../lib/storage.ts'

const KEY = 'shared-containers'
const MOST = 50

/** Keys of the operations whose link was shared from this browser, newest first. */
export function sharedContainers(): readonly string[] {
  const stored = readStored(KEY)
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []
}

export function rememberShared(containerId: string): void {
  writeStored(KEY, [containerId, ...sharedContainers().filter((id) => id !== containerId)].slice(0, MOST))
}
