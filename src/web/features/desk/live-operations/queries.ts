import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refreshFeaturesAfter } from '../../../api/entitlements.ts'
import { subscribeLive, useLive } from '../../../api/live.ts'
import { exceptUser } from '../../../api/session.ts'
import { boardKey, fetchOperations, type OperationList } from '../../../api/supervisor-operations.ts'
import type { Tagged } from '../../../lib/http.ts'
import { liveOperationsText as text } from '../../../text/desk.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { createBoardStore } from './board-store.ts'

const STALE_MS = 10_000
/** Polling interval while the live channel is closed. */
const POLL_MS = 15_000

/** The active operations, from the list and live messages. `enabled`: whether this supervisor may see them. */
export function useLiveBoard(enabled: boolean) {
  const client = useQueryClient()
  const { connected } = useLive()
  const [store] = useState(() => createBoardStore(() => performance.now()))
  const held = useRef<Tagged<OperationList> | null>(null)

  const query = useQuery({
    queryKey: boardKey,
    queryFn: async ({ signal }) => {
      try {
        held.current = await fetchOperations(held.current, signal)
        const list = held.current.body
        store.applyList(list)
        return list.seq
      } catch (error) {
        refreshFeaturesAfter(client, error)
        throw error
      }
    },
    enabled,
    // The list is in the store, not in the cache: a desk that is opened again must refetch.
    gcTime: 0,
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (connected && state.status !== 'error' ? false : POLL_MS),
  })

  const { refetch } = query
  useEffect(() => {
    if (!enabled) return
    return subscribeLive((change) => {
      // A running request may be older than the message: cancel and refetch.
      const overtaken = change.type === 'destination' && client.isFetching({ queryKey: boardKey }) > 0
      if (change.type === 'resync' || overtaken) void refetch({ cancelRefetch: true })
      if (change.type !== 'resync') store.hear(change)
    })
  }, [client, enabled, refetch, store])

  return { store, query }
}

export type LiveBoard = ReturnType<typeof useLiveBoard>

/** The manual refresh: everything the desk shows, the operator list included. `announce`: say that it worked. */
export function useRefresh() {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async (announce: boolean) => {
      // Refetches all queries of the open tab and marks the others stale.
      await client.refetchQueries({ predicate: exceptUser, type: 'active' }, { throwOnError: true })
      await client.invalidateQueries({ predicate: exceptUser, refetchType: 'none', type: 'inactive' })
      return announce
    },
    onSuccess: (announce) => {
      if (announce) toast({ title: text.refreshed, id: 'desk-refreshed' })
    },
    onError: () => toast({ ...text.refreshFailed, variant: 'destructive', id: 'desk-refreshed' }),
  })
  return { refresh: mutate, refreshing: isPending }
}
