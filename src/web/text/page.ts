import type { WrittenLanguage } from '#domain/time/written'
import { loadWords } from './load-words.ts'

export const {
  common: commonText,
  dayRange: dayRangeText,
  eventLog: eventLogText,
  links: linksText,
  live: liveText,
  maintenance: maintenanceText,
  notFound: notFoundText,
  session: sessionText,
} = await loadWords('page')

/** The language of the words on the page: dates and numbers follow it. As `Intl` takes it. */
export const LOCALE = commonText.locale
/** The same, as months and days are written in. */
export const WRITTEN_IN: WrittenLanguage = LOCALE === 'en' ? 'en' : 'es'
