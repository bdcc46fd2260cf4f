import { readStored, writeStored } from '../../lib/storage.ts'

const KEY = 'shared-containers'
const MOST = 50

/** Keys of the operations whose link was shared from this browser, newest first. */
export function sharedContainers(): readonly string[] {
  const stored = readStored(KEY)
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []
}

export function rememberShared(operationKey: string): void {
  writeStored(KEY, [operationKey, ...sharedContainers().filter((id) => id !== operationKey)].slice(0, MOST))
}
