import { parseNumbers, remember } from '#domain/container/recent-numbers'
import { readStored, writeStored } from '../../../lib/storage.ts'

const KEY = 'shared-numbers'

/**
 * Keeps the number of a shared container, which the tracking search offers (features/public/tracking/offer-shared.ts). Not the
 * operation key: the next person at this computer would see driver and place by it.
 */
export function rememberShared(containerNumber: string): void {
  writeStored(KEY, remember(parseNumbers(readStored(KEY)), containerNumber))
}
