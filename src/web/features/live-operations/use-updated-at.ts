import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { subscribeLive } from '../../api/live.ts'
import { serverNow, shownOffset } from '../../lib/time/server-clock.ts'

/** Where the data of a section comes from. */
export interface Source {
  /** Begins the first part of the keys of its queries. */
  path: string
  /** Whether live messages change what it shows. */
  live: boolean
}

/** Server milliseconds at which a section last loaded or heard something; null before the first time. */
export function useUpdatedAt({ path, live }: Source): number | null {
  const cache = useQueryClient().getQueryCache()
  const loadedAt = useSyncExternalStore(
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => newestLoad(cache, path),
  )
  const [heardAt, setHeardAt] = useState(0)
  useEffect(() => {
    if (!live) return
    setHeardAt(0)
    return subscribeLive(({ type }) => {
      if (type === 'operation' || type === 'event') setHeardAt(serverNow())
    })
  }, [live])
  const at = Math.max(loadedAt === 0 ? 0 : loadedAt + shownOffset(), live ? heardAt : 0)
  return at === 0 ? null : at
}

/** Milliseconds of this device's clock; 0: none has loaded. */
function newestLoad(cache: QueryCache, path: string): number {
  const loads = cache
    .findAll({ type: 'active', predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path) })
    .map(({ state }) => state.dataUpdatedAt)
  return Math.max(0, ...loads)
}
