/** How a time of the page is written, before its script puts it into the zone of the device. */
export type TimeText = (iso: string) => string

/**
 * dd/MM/yy HH:mm, `exact` with the whole year and seconds; in English the month is a word, because half of its readers
 * take the first number for it.
 */
export function timeText(language: string, zone: string, exact = false): TimeText {
  const isEnglish = language.startsWith('en')
  const format = new Intl.DateTimeFormat(isEnglish ? 'en-US' : 'es-MX', {
    timeZone: zone,
    hourCycle: 'h23',
    year: exact ? 'numeric' : '2-digit',
    month: isEnglish ? 'short' : '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    ...(exact && { second: '2-digit' }),
  })
  return (iso) => {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
    for (const { type, value } of format.formatToParts(new Date(iso))) parts[type] = value
    const { day, month, year, hour, minute, second } = parts
    const clock = [hour, minute, ...(second === undefined ? [] : [second])].join(':')
    return `${[day, month, year].join(isEnglish ? ' ' : '/')} ${clock}`
  }
}
