import type { QueryClient } from '@tanstack/react-query'
import type { LiveHearer } from '../live.ts'
import { isOperationRecord } from '../operation-record.ts'
import { activeOperationKey } from './driver-operations.ts'

const nothing = (): void => {}

/** What a driver's phone does with its channel: their own trip moved, perhaps by another device. */
export const driverHearer = (client: QueryClient): LiveHearer => ({
  hear: () =>
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === activeOperationKey[0] || isOperationRecord(queryKey),
    }),
  pause: nothing,
  reset: nothing,
})
