import { commonText as text } from '../../text/page.ts'
import { formatDateTime } from './date-time.ts'

/** How long ago `iso` was at `now` (epoch milliseconds): 'hace un momento', 'hace 3 min', 'hace 2 h', then the exact time. */
export function agoText(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000)
  if (minutes < 1) return text.momentAgo
  if (minutes < 60) return text.minutesAgo(minutes)
  if (minutes < 24 * 60) return text.hoursAgo(Math.floor(minutes / 60))
  return formatDateTime(iso)
}
