import { LOCALE } from '../../text/common.ts'

const IN_ENGLISH = LOCALE === 'en'

const two = (n: number): string => String(n).padStart(2, '0')

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * dd/MM/yy HH:mm in the device's zone; a dash for an invalid date. In English 'dd MMM yy', because half of its readers
 * take the first number for the month.
 */
export function formatDateTime(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return '—'
  const parts = [
    two(date.getDate()),
    IN_ENGLISH ? MONTHS[date.getMonth()] : two(date.getMonth() + 1),
    two(date.getFullYear() % 100),
  ]
  return `${parts.join(IN_ENGLISH ? ' ' : '/')} ${formatTime(iso)}`
}

/** dd/MM/yy HH:mm:ss in the device's zone. */
export function formatExact(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '—' : `${formatDateTime(iso)}:${two(date.getSeconds())}`
}

/** HH:mm in the device's zone. */
export function formatTime(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '—' : `${two(date.getHours())}:${two(date.getMinutes())}`
}
