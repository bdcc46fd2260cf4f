import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { EventResponse, OperationResponse } from '#contract/http/operations'
import { keptIdentity } from '../../api/identity.ts'
import { userQuery } from '../../api/session.ts'
import { NetworkError, request, requestIfChanged, type Tagged } from '../../lib/http.ts'
import { useOnline } from '../../lib/use-online.ts'
import { isOperation, knownOperation } from './outbox/delivery.ts'
import type { DriverOutbox } from './outbox/outbox.ts'

export const ACTIVE_KEY = ['/api/containers/active'] as const

const POLL_MS = 3000

/**
 * Tells the outbox what the server holds as active: every 3 s while the page is shown and there is a network, and at once
 * when the live channel speaks. An answer that has not changed is 304 and a few bytes.
 */
export function useServerTruth(outbox: DriverOutbox, userId: number, signedIn: boolean) {
  const client = useQueryClient()
  const online = useOnline()
  const held = useRef<Tagged<OperationResponse | null> | null>(null)
  return useQuery({
    queryKey: ACTIVE_KEY,
    enabled: signedIn && online,
    queryFn: async ({ signal }) => {
      const revision = await outbox.revision()
      const answer = await requestIfChanged<OperationResponse | null>(ACTIVE_KEY[0], held.current, { signal })
      held.current = answer
      const operation = isOperation(answer.body) ? answer.body : null
      // Another tab has signed somebody else in: this is not this driver's answer.
      const owner = operation?.userId ?? keptIdentity()?.id ?? userId
      if (owner !== userId) {
        held.current = null
        void client.invalidateQueries({ queryKey: userQuery.queryKey })
        return null
      }
      // What is no operation and not 'none' either decides nothing: some portal's page.
      if (operation !== null || answer.body === null) {
        await outbox.learn(operation && knownOperation(operation), revision)
      }
      // It answers: what waits for an answer need not wait for its timer. A server that said 'not now' is not pressed.
      if (outbox.view.get().sender === 'silent') outbox.wake()
      return operation
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

/**
 * The server's events of one operation, newest first; without a network those that were read last. A new `version` of the
 * operation asks again. `operationKey` null: the server does not know it yet.
 */
export function useOperationEvents(outbox: DriverOutbox, operationKey: string | null, version: number) {
  const path = `/api/events/${encodeURIComponent(operationKey ?? '')}`
  return useQuery<EventResponse[]>({
    queryKey: [path, version],
    enabled: operationKey !== null,
    // What was read before the newest step stays in sight; of another trip nothing does.
    placeholderData: (before, query) => (query?.queryKey[0] === path ? before : undefined),
    queryFn: async ({ signal }) => {
      try {
        const events = await request<EventResponse[]>('GET', path, undefined, { signal })
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
  })
}
