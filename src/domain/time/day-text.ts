import { dayOf } from './zone.ts'

/** Whether the text is a day of the calendar, `yyyy-MM-dd`, from 2000 to 2099. */
export function isDay(text: string): boolean {
  const parts = /^(20\d{2})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) return false
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number)
  const isLeap = year % 4 === 0
  const length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= length
}

/** `yyyy-MM-dd` of an instant. */
export function dayText(instant: number, zone: string): string {
  const { year, month, day } = dayOf(instant, zone)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
