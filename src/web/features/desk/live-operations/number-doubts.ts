import { containerNumberWarnings } from '#domain/container/number'
import type { Operation } from '../../../api/operation.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { createStore } from '../../../lib/store.ts'

const STORED = 'numbers-looked-at'
/** Of some days; the oldest leave first. */
const MOST = 200

function stored(): readonly string[] {
  const value = readStored(STORED)
  return Array.isArray(value) ? value.filter((key): key is string => typeof key === 'string') : []
}

/** Keys of operations with a wrong check digit that somebody at this browser has opened. */
export const lookedAt = createStore(stored())

export const isDoubtful = ({ containerNumber }: Pick<Operation, 'containerNumber'>): boolean =>
  containerNumberWarnings(containerNumber).includes('check_digit')

export function lookAt(operation: Operation): void {
  const { operationKey } = operation
  if (!isDoubtful(operation) || lookedAt.get().includes(operationKey)) return
  lookedAt.set([...lookedAt.get(), operationKey].slice(-MOST))
  writeStored(STORED, lookedAt.get())
}
