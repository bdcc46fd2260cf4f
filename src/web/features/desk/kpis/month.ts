import type { KpisResponse } from '#contract/http/desk/kpis'
import { nameOfMonth } from '#domain/time/written'
import { WRITTEN_IN } from '../../../text/page.ts'

/** Months (`yyyy-MM`) and the hours of a day, as the KPI tab needs them. */

const HOUR_MS = 60 * 60 * 1000
/** The longest day: summer time ends. */
const MOST_HOURS = 25

/** Instants in ISO 8601; `to` is not included. */
type InstantRange = KpisResponse['today']

/**
 * The part of `today` in which clocks of the zone show this hour, 0 to 23. When the clocks change, a repeated hour is both
 * parts, a skipped hour is empty.
 */
export function hourRange(hour: number, today: InstantRange, timezone: string): InstantRange {
  const shown = new Intl.DateTimeFormat('en-US', { timeZone: timezone, hourCycle: 'h23', hour: 'numeric' })
  const start = Date.parse(today.from)
  const starts = Array.from({ length: MOST_HOURS }, (_, index) => start + index * HOUR_MS).filter(
    (at) => at < Date.parse(today.to) && Number(shown.format(at)) === hour,
  )
  const [first = start] = starts
  const last = starts.at(-1)
  return {
    from: new Date(first).toISOString(),
    to: new Date(last === undefined ? first : last + HOUR_MS).toISOString(),
  }
}

const yearOf = (month: string): number => Number(month.slice(0, 4))
const indexOf = (month: string): number => Number(month.slice(5, 7)) - 1

export function monthBefore(month: string): string {
  const index = indexOf(month)
  return index === 0 ? `${yearOf(month) - 1}-12` : `${yearOf(month)}-${String(index).padStart(2, '0')}`
}

/** 'octubre': of the month before. */
export const nameOfMonthBefore = (month: string): string => nameOfMonth(monthBefore(month), WRITTEN_IN)
