import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { operationRecordKey, operationRecordQuery } from '../operation-record.ts'
import { subscribeLive } from './desk-live.ts'

/** All events of one operation, those that were retracted too, as they change. */
export function useOperationEvents(operationKey: string) {
  const client = useQueryClient()
  const events = useQuery(operationRecordQuery(operationKey))
  useEffect(
    () =>
      subscribeLive((change) => {
        const about =
          change.type === 'event'
            ? change.event.operationKey
            : change.type === 'correction'
              ? change.correction.operationKey
              : null
        if (change.type === 'resync' || about === operationKey)
          void client.invalidateQueries({ queryKey: operationRecordKey(operationKey) })
      }),
    [client, operationKey],
  )
  return events
}
