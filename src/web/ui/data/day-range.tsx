import { DatePickerInput, DatesProvider } from '@mantine/dates'
import dayjs from 'dayjs'
import { CalendarDays } from 'lucide-react'
import { offsetAt } from '#domain/time/offsets'
import { localMinute } from '#domain/time/zone'
import { dayStart, deviceZone } from '../../lib/time/day-start.ts'
import { serverNow } from '../../lib/time/server-clock.ts'
import { LOCALE, dayRangeText as text } from '../../text/page.ts'
import { DATES } from './dates.ts'
import classes from './day-range.module.css'

export interface DayRangeProps {
  /** Unique in the page: names the calendar after its button. */
  id: string
  label: string
  /** The IANA zone of the days; shown when the device is in another one. */
  zone: string
  /** `yyyy-MM-dd` */
  from: string | null
  to: string | null
  onChange: (from: string | null, to: string | null) => void
}

const FORMAT = LOCALE === 'en' ? 'DD MMM YY' : 'DD/MM/YY'

/** The button's text, which is also part of its accessible name. */
function shown(from: string | null, to: string | null): string {
  if (from === null && to === null) return text.hint
  return [from, to].map((day) => (day === null ? '' : dayjs(day).format(FORMAT))).join(' – ')
}

/** The days that people ask for most, each up to today or yesterday. */
function presetsOf(now: number, zone: string) {
  const today = localMinute(now, zone).slice(0, 10)
  const before = (days: number): string => localMinute(dayStart(today, zone, -days), zone).slice(0, 10)
  const yesterday = before(1)
  const presets: { label: string; value: [string, string] }[] = [
    { label: text.today, value: [today, today] },
    { label: text.yesterday, value: [yesterday, yesterday] },
    { label: text.lastWeek, value: [before(6), today] },
  ]
  return presets
}

/** A range of days, both ends included. The screen imports the style sheets of Popover and @mantine/dates. */
export function DayRange({ id, label, zone, from, to, onChange }: DayRangeProps) {
  const now = serverNow()
  const elsewhere = offsetAt(now, zone) !== offsetAt(now, deviceZone())
  return (
    <DatesProvider settings={DATES}>
      <DatePickerInput
        type="range"
        size="md"
        label={label}
        id={id}
        aria-label={`${label}: ${shown(from, to)}`}
        classNames={{
          input: classes.dates ?? '',
          datePickerRoot: classes.root ?? '',
          presetsList: classes.presets ?? '',
          presetButton: classes.preset ?? '',
        }}
        presets={presetsOf(now, zone)}
        hideOutsideDates
        placeholder={text.hint}
        description={elsewhere ? text.zoneNote(zone) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        valueFormat={FORMAT}
        value={[from, to]}
        onChange={([first, last]) => onChange(first, last)}
        leftSection={<CalendarDays size={18} />}
        allowSingleDateInRange
        clearable
        clearButtonProps={{ 'aria-label': text.clear(label), tabIndex: 0 }}
        popoverProps={{ id, transitionProps: { duration: 0 } }}
        ariaLabels={{
          previousMonth: text.previousMonth,
          nextMonth: text.nextMonth,
          previousYear: text.previousYear,
          nextYear: text.nextYear,
          previousDecade: text.previousDecade,
          nextDecade: text.nextDecade,
        }}
      />
    </DatesProvider>
  )
}
