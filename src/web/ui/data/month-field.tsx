import { DatesProvider, MonthPickerInput } from '@mantine/dates'
import { dayRangeText as text } from '../../text/page.ts'
import { DATES } from './dates.ts'
import classes from './month-field.module.css'

export interface MonthFieldProps {
  /** Unique in the page: names the calendar after its button. */
  id: string
  label: string
  /** `yyyy-MM`; null: not known yet. */
  month: string | null
  /** The current month by the server; null: not known yet. */
  newest: string | null
  /** Null: the newest, so that the next month is shown once it begins. */
  onChange: (month: string | null) => void
}

/**
 * A choice of one month, in the language of the page: Firefox and Safari have no calendar for `<input type="month">`, and
 * Chromium's speaks the language of the browser. The screen imports the style sheets of Popover and @mantine/dates.
 */
export function MonthField({ id, label, month, newest, onChange }: MonthFieldProps) {
  return (
    <DatesProvider settings={DATES}>
      <MonthPickerInput
        label={label}
        classNames={{ root: classes.month ?? '', input: classes.written ?? '' }}
        size="md"
        id={id}
        popoverProps={{ id, transitionProps: { duration: 0 } }}
        ariaLabels={{ previousYear: text.previousYear, nextYear: text.nextYear }}
        valueFormat="MMMM YYYY"
        value={month === null ? null : `${month}-01`}
        {...(newest === null ? {} : { maxDate: `${newest}-01` })}
        minDate="2000-01-01"
        onChange={(value) => {
          const next = value?.slice(0, 7) ?? null
          onChange(next === newest ? null : next)
        }}
      />
    </DatesProvider>
  )
}
