import { agoText } from '../../lib/time/ago-text.ts'
import { formatDateTime } from '../../lib/time/date-time.ts'
import { useNow } from '../../lib/time/use-now.ts'

/** 'hace 3 min', updated every second, with the exact time as tooltip. `at`: ISO 8601. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {agoText(at, now)}
    </time>
  )
}

/** The time since `at` (ISO 8601), updated every second. `format` gets whole seconds. */
export function Elapsed({ since, format }: { since: string; format: (seconds: number) => string }) {
  const now = useNow()
  const start = Date.parse(since)
  return (
    <time dateTime={since} title={formatDateTime(since)}>
      {format(Math.max(0, Math.floor((now - start) / 1000)))}
    </time>
  )
}
