import { offsetAt } from '#domain/time/zone'
import { historyText as text } from '../../../text/history.ts'
import { DayRange } from '../../../ui/day-range.tsx'
import { deviceZone } from '../queries.ts'

export interface DateRangeProps {
  /** `yyyy-MM-dd` */
  from: string | null
  to: string | null
  zone: string
  onChange: (from: string | null, to: string | null) => void
}

/** Days from and to, in the product's zone; says so where the device keeps another. */
export function DateRange({ zone, ...range }: DateRangeProps) {
  const now = Date.now()
  const elsewhere = offsetAt(now, zone) !== offsetAt(now, deviceZone())
  return (
    <DayRange
      id="history-dates"
      label={text.dates}
      description={elsewhere ? text.zoneNote(zone) : undefined}
      {...range}
    />
  )
}
