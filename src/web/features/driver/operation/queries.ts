import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  type ActiveOperation,
  activeOperationKey,
  fetchActive,
} from '../../../api/driver/driver-operations.ts'
import { toEvents } from '../../../api/operation.ts'
import { fetchOperationRecord, operationRecordKey } from '../../../api/operation-record.ts'
import { keptIdentity } from '../../../api/people/identity.ts'
import { userQuery } from '../../../api/people/session.ts'
import { NetworkError } from '../../../lib/http.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { knownOperation } from './outbox/delivery.ts'
import type { DriverOutbox } from './outbox/outbox.ts'

const POLL_MS = 3000

/** Polls the active operation every 3 s while the page is visible and online, and tells the outbox. */
export function useServerTruth(outbox: DriverOutbox, userId: number, signedIn: boolean) {
  const client = useQueryClient()
  const online = useOnline()
  const held = useRef<ActiveOperation | null>(null)
  return useQuery({
    queryKey: activeOperationKey,
    enabled: signedIn && online,
    queryFn: async ({ signal }) => {
      const revision = await outbox.revision()
      held.current = await fetchActive(held.current, signal)
      const { operation } = held.current
      // Another tab has signed in another user.
      const owner = operation?.userId ?? keptIdentity()?.id ?? userId
      if (owner !== userId) {
        held.current = null
        void client.invalidateQueries({ queryKey: userQuery.queryKey })
        return null
      }
      // A captive portal's page decides nothing.
      if (operation !== undefined) await outbox.learn(operation && knownOperation(operation), revision)
      // The server answers, so the sender need not wait for its timer. After 'busy' it still does.
      if (outbox.view.get().sender === 'silent') outbox.wake()
      return operation ?? null
    },
    staleTime: 0,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    // The next poll is the retry.
    retry: false,
  })
}

/** The server's record of an operation, newest first; offline what was read last. A new `version` refetches. */
export function useOperationEvents(outbox: DriverOutbox, operationKey: string | null, version: number) {
  const [path] = operationRecordKey(operationKey ?? '')
  return useQuery({
    queryKey: [path, version],
    enabled: operationKey !== null,
    // Keeps an older version's events on the screen, but not those of another operation.
    placeholderData: (before, query) => (query?.queryKey[0] === path ? before : undefined),
    queryFn: async ({ signal }) => {
      try {
        const events = await fetchOperationRecord(operationKey ?? '', signal)
        if (operationKey !== null && Array.isArray(events)) {
          await outbox.keepLog({ operationKey, events }).catch(() => undefined)
        }
        return events
      } catch (error) {
        const kept = error instanceof NetworkError ? await outbox.readLog().catch(() => null) : null
        if (kept?.operationKey !== operationKey) throw error
        return kept.events
      }
    },
    // The phone keeps them as the server sent them.
    select: toEvents,
  })
}
