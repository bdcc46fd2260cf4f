import type { OperationEvent } from '../../../api/operation.ts'
import { dayRangeText, LOCALE } from '../../../text/page.ts'

/** A line of the list: the mark of a day, or an event with its place among the events, from 0. */
export type Line = { key: string; day: string } | { key: number; row: OperationEvent; place: number }

const DAY_MS = 24 * 60 * 60 * 1000
const NAME = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const startOf = (instant: number): number => new Date(instant).setHours(0, 0, 0, 0)

/** 'Hoy, domingo, 22 de noviembre de 2026', by the device's zone as the times of the list. */
function dayName(start: number, now: number): string {
  const name = NAME.format(start)
  const today = startOf(now)
  if (start === today) return `${dayRangeText.today}, ${name}`
  return start === startOf(today - DAY_MS / 2) ? `${dayRangeText.yesterday}, ${name}` : name
}

/** The events, newest first, with a mark above each day. */
export function withDays(rows: readonly OperationEvent[], now: number): readonly Line[] {
  const lines: Line[] = []
  let above: number | null = null
  for (const [place, row] of rows.entries()) {
    const start = startOf(Date.parse(row.timestamp))
    if (start !== above) lines.push({ key: `day-${start}`, day: dayName(start, now) })
    above = start
    lines.push({ key: row.id, row, place })
  }
  return lines
}
