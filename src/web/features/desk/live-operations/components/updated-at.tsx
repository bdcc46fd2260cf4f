import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { subscribeLive } from '../../../../api/live.ts'
import { formatDateTime, formatTime } from '../../../../lib/time/date-time.ts'
import { serverNow, shownOffset } from '../../../../lib/time/server-clock.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { RefreshButton } from '../../../../ui/data/refresh-button.tsx'
import { freshness } from '../model.ts'
import classes from './desk.module.css'

/** Where the data of a section comes from. */
export interface Source {
  /** Begins the first part of the keys of its queries. */
  path: string
  /** Whether live messages change what it shows. */
  live: boolean
}

/** 'Actualizado:' with how long ago the open tab's data came, and the manual refresh. */
export function UpdatedAt({
  source,
  onRefresh,
  refreshing,
}: {
  source: Source
  onRefresh: () => void
  refreshing: boolean
}) {
  const at = useUpdatedAt(source)
  const now = useNow()
  return (
    <span className={classes.updated}>
      <span
        className={classes.updatedWords}
        title={at === null ? undefined : formatDateTime(new Date(at).toISOString())}
      >
        {text.updated} <span className={classes.age}>{at === null ? text.never : ageText(at, now)}</span>
      </span>
      <RefreshButton label={text.refresh} refreshing={refreshing} onRefresh={onRefresh} />
    </span>
  )
}

function ageText(at: number, now: number): string {
  const age = freshness(at, now)
  if (age.kind === 'now') return text.justNow
  if (age.kind === 'seconds') return text.secondsAgo(age.count)
  if (age.kind === 'minutes') return text.minutesAgo(age.count)
  return formatTime(new Date(at).toISOString())
}

/** Server milliseconds at which a section last loaded or heard something; null before the first time. */
function useUpdatedAt({ path, live }: Source): number | null {
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
      if (type === 'operation' || type === 'event' || type === 'correction') setHeardAt(serverNow())
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
