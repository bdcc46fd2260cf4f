import type { QueryClient } from '@tanstack/react-query'
import { HttpError } from '../../lib/http.ts'
import { featuresQuery } from '../entitlements.ts'
import type { LiveHearer } from '../live.ts'
import { operationRecordKey } from '../operation-record.ts'
import { alertsQuery, takeAlert } from './alerts.ts'
import { correctionsQuery } from './corrections.ts'
import { fetchEventsAfter } from './events.ts'
import { createLiveFeed, type LiveChange } from './live-feed.ts'

type Listener = (change: LiveChange) => void

const changeListeners = new Set<Listener>()

/** Calls `listener` with every change until the returned function is called. Subscribe before fetching a list. */
export function subscribeLive(listener: Listener): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

/** What a desk does with its channel: keeps alerts, corrections and records true, and tells those who have subscribed. */
export function deskHearer(client: QueryClient): LiveHearer {
  const refetch = (queryKey: readonly unknown[]): void => void client.invalidateQueries({ queryKey })

  return createLiveFeed({
    fetchEvents: fetchEventsAfter,
    isDenied: (error) => error instanceof HttpError && error.status === 403,
    emit: (change) => {
      if (change.type === 'entitlements') client.setQueryData(featuresQuery.queryKey, change.features)
      if (change.type === 'alert') takeAlert(client, change.alert)
      if (change.type === 'resync') refetch(alertsQuery.queryKey)
      if (change.type === 'correction') {
        const { operationKey } = change.correction
        refetch(operationRecordKey(operationKey))
        refetch(correctionsQuery(operationKey).queryKey)
      }
      // Its steps are judged by another place.
      if (change.type === 'destination') refetch(operationRecordKey(change.destination.operationKey))
      for (const listener of changeListeners) listener(change)
    },
  })
}
