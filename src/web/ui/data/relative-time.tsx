import { agoText } from '../../lib/time/ago-text.ts'
import { formatDateTime } from '../../lib/time/date-time.ts'
import { useTimeText } from '../../lib/time/use-now.ts'

/** 'hace 3 min', updated every second, with the exact time as tooltip. `at`: ISO 8601. */
export function RelativeTime({ at }: { at: string }) {
  const text = useTimeText((now) => agoText(at, now))
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {text}
    </time>
  )
}

/** The time since `at` (ISO 8601), updated every second. `format` gets whole seconds. */
export function Elapsed({ since, format }: { since: string; format: (seconds: number) => string }) {
  const start = Date.parse(since)
  const text = useTimeText((now) => format(Math.max(0, Math.floor((now - start) / 1000))))
  return (
    <time dateTime={since} title={formatDateTime(since)}>
      {text}
    </time>
  )
}
