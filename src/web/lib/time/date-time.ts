import { LOCALE } from '../../text/page.ts'

const IN_ENGLISH = LOCALE === 'en'

const two = (n: number): string => String(n).padStart(2, '0')

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** dd/MM/yy; in English 'dd MMM yy', because half of its readers take the first number for the month. */
function dayOf(date: Date): string {
  const month = IN_ENGLISH ? MONTHS[date.getMonth()] : two(date.getMonth() + 1)
  return [two(date.getDate()), month, two(date.getFullYear() % 100)].join(IN_ENGLISH ? ' ' : '/')
}

/** The day and HH:mm in the device's zone; a dash for an invalid date. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '—' : `${dayOf(date)} ${formatTime(iso)}`
}

/** dd/MM/yy HH:mm:ss in the device's zone. */
export function formatExact(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '—' : `${formatDateTime(iso)}:${two(date.getSeconds())}`
}

/** Briefly, next to the time `beside`: HH:mm on the same day of the device's zone, on another day that day. */
export function formatBeside(iso: string, beside: string): string {
  const day = dayOf(new Date(iso))
  return day === dayOf(new Date(beside)) ? formatTime(iso) : day
}

/** HH:mm in the device's zone. */
export function formatTime(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '—' : `${two(date.getHours())}:${two(date.getMinutes())}`
}
