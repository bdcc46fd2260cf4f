import type { StepForecast } from '../../../api/forecasts.ts'
import { formatBeside, formatDateTime, formatTime } from '../../../lib/time/date-time.ts'
import { liveOperationsText as text } from '../../../text/desk.ts'

/** HH:mm, with the day where it is another one than that of `beside`. */
const timeBeside = (iso: string, beside: string): string =>
  formatBeside(iso, beside) === formatTime(iso) ? formatTime(iso) : formatDateTime(iso)

/** '14:20 a 15:05' as seen at `now` (epoch milliseconds); or why there is no time. */
export function expectedText({ kind, fromAt, toAt }: StepForecast, now: number): string {
  if (kind === 'late') return text.expectedLate
  if (fromAt === null || toAt === null) return text.expectedUnknown
  return text.expectedRange(timeBeside(fromAt, new Date(now).toISOString()), timeBeside(toAt, fromAt))
}
