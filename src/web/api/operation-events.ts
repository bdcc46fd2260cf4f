import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { operationEventsKey, operationEventsQuery } from './events.ts'
import { subscribeLive } from './live.ts'

/** All events of one operation, as they change. */
export function useOperationEvents(operationKey: string) {
  const client = useQueryClient()
  const events = useQuery(operationEventsQuery(operationKey))
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
          void client.invalidateQueries({ queryKey: operationEventsKey(operationKey) })
      }),
    [client, operationKey],
  )
  return events
}
