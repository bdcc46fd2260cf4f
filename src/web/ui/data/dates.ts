import 'dayjs/locale/es-mx'
import type { DatesProviderSettings } from '@mantine/dates'
import { LOCALE } from '../../text/page.ts'

/** How calendars write months and weeks. */
export const DATES: DatesProviderSettings = {
  locale: LOCALE.toLowerCase(),
  firstDayOfWeek: 1,
  weekendDays: [],
}
