import { formatDateTime, formatTime } from '../../../lib/time/date-time.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { liveOperationsText as text } from '../../../text/live-operations.ts'
import { RefreshButton } from '../../../ui/data/refresh-button.tsx'
import { freshness } from '../model.ts'
import { type Source, useUpdatedAt } from '../use-updated-at.ts'
import classes from './desk.module.css'

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
