import 'dayjs/locale/es-mx'
import { DatePickerInput, DatesProvider, type DatesProviderSettings } from '@mantine/dates'
import { CalendarDays } from 'lucide-react'
import { offsetAt } from '#domain/time/zone'
import { historyText as text } from '../../../text/history.ts'
import { deviceZone } from '../queries.ts'
import classes from './history.module.css'

const SETTINGS: DatesProviderSettings = { locale: 'es-mx', firstDayOfWeek: 1, weekendDays: [] }

const ID = 'history-dates'

export interface DateRangeProps {
  /** `yyyy-MM-dd` */
  from: string | null
  to: string | null
  zone: string
  onChange: (from: string | null, to: string | null) => void
}

const dayText = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(2, 4)}`

/** What the button shows; its name must hold it. */
function shown(from: string | null, to: string | null): string {
  if (from === null && to === null) return text.datesHint
  return [from, to].map((day) => (day === null ? '' : dayText(day))).join(' – ')
}

/** Days from and to, both included; dd/MM/yy, weeks from Monday. */
export function DateRange({ from, to, zone, onChange }: DateRangeProps) {
  const now = Date.now()
  const elsewhere = offsetAt(now, zone) !== offsetAt(now, deviceZone())
  return (
    <DatesProvider settings={SETTINGS}>
      <DatePickerInput
        type="range"
        size="md"
        label={text.dates}
        // The calendar that opens is named after this button.
        id={ID}
        aria-label={`${text.dates}: ${shown(from, to)}`}
        classNames={{ input: classes.dates ?? '' }}
        hideOutsideDates
        placeholder={text.datesHint}
        description={elsewhere ? text.zoneNote(zone) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        valueFormat="DD/MM/YY"
        value={[from, to]}
        onChange={([first, last]) => onChange(first, last)}
        leftSection={<CalendarDays size={18} aria-hidden="true" />}
        allowSingleDateInRange
        clearable
        clearButtonProps={{ 'aria-label': text.clearOne(text.dates), tabIndex: 0 }}
        popoverProps={{ id: ID, transitionProps: { duration: 0 } }}
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
