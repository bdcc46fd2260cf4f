import { writtenTimes } from '#domain/time/written'

/** How a time of the page is written, before its script puts it into the zone of the device. */
export type TimeText = (iso: string) => string

/** Briefly, as in a table. */
export function timeText(language: string, zone: string): TimeText {
  const { brief } = writtenTimes(language === 'en' ? 'en' : 'es', zone)
  return (iso) => brief(Date.parse(iso))
}
