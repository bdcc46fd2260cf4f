import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { subscribeLive } from '../../../api/desk/desk-live.ts'
import { keepDesk, keptBoard } from '../../../api/desk/kept-desk.ts'
import { boardKey, fetchOperations, type OperationList } from '../../../api/desk/supervisor-operations.ts'
import { refreshFeaturesAfter } from '../../../api/entitlements.ts'
import { useLive } from '../../../api/live.ts'
import { exceptUser } from '../../../api/people/session.ts'
import { NetworkError, type Tagged } from '../../../lib/http.ts'
import { liveOperationsText as text } from '../../../text/desk.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { type BoardStore, createBoardStore } from './board-store.ts'

const STALE_MS = 10_000
/** Polling interval while the live channel is closed. */
const POLL_MS = 15_000

/** The active operations, from the list and live messages. `enabled`: whether this supervisor may see them. */
export function useLiveBoard(enabled: boolean) {
  const client = useQueryClient()
  const { connected, lostAt } = useLive()
  const [kept] = useState(() => keptBoard(client))
  const [store] = useState(() => {
    const store = createBoardStore(() => performance.now())
    if (kept) store.applyList(kept.list)
    return store
  })
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
    ...(kept && { initialData: kept.list.seq, initialDataUpdatedAt: kept.at }),
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

  const trueAt = Math.max(query.dataUpdatedAt, lostAt)
  useKeepBoard(store, () => (connected ? Date.now() : trueAt))
  // A list that was kept counts as unknown until the server has confirmed it.
  const away = query.error instanceof NetworkError || query.dataUpdatedAt === kept?.at
  return { store, query, trueAt, away }
}

const KEEP_MS = 60_000

/** Keeps the board on this device, for a reload without a network. `trueAt`: when it was last known to be true. */
function useKeepBoard(store: BoardStore, trueAt: () => number): void {
  const client = useQueryClient()
  const keptAt = useRef(0)
  const keep = useEffectEvent(() => {
    const { board, cards } = store.get()
    const at = trueAt()
    // Nothing new: what was cleared meanwhile, by a logout, does not come back.
    if (board.seq < 0 || at <= keptAt.current) return
    keptAt.current = at
    keepDesk(client, {
      list: { operations: Array.from(cards.values(), ({ operation }) => operation), seq: board.seq },
      at,
    })
  })
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && keep()
    const timer = setInterval(() => keep(), KEEP_MS)
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', onHidden)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', onHidden)
    }
  }, [])
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
