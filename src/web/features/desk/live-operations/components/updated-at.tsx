import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useLive } from '../../../../api/live.ts'
import { formatDateTime, formatTime } from '../../../../lib/time/date-time.ts'
import { shownOffset } from '../../../../lib/time/server-clock.ts'
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
  const now = useNow()
  const at = useUpdatedAt(source, now)
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

/** Server milliseconds at which what a section shows was last known to be true; null before the first time. */
function useUpdatedAt({ path, live }: Source, now: number): number | null {
  const { connected, lostAt } = useLive()
  const cache = useQueryClient().getQueryCache()
  const loadedAt = useSyncExternalStore(
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => newestLoad(cache, path),
  )
  if (loadedAt === 0) return null
  // What changes is heard at once: nothing heard for an hour is true now.
  if (live && connected) return now
  return Math.max(loadedAt, live ? lostAt : 0) + shownOffset()
}

/** Milliseconds of this device's clock; 0: none has loaded. */
function newestLoad(cache: QueryCache, path: string): number {
  const loads = cache
    .findAll({ type: 'active', predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path) })
    .map(({ state }) => state.dataUpdatedAt)
  return Math.max(0, ...loads)
}
