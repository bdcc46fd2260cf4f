import { startOfDay } from '#domain/time/zone'

/** The first moment of day `yyyy-MM-dd` in a zone, `plus` days later; epoch milliseconds. */
export function dayStart(day: string, zone: string, plus = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return startOfDay({ year, month, day: date }, zone, plus)
}

/** The time zone that this device is set to. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
