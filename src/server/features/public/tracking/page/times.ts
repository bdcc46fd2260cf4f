/** How a time of the page is written, before its script puts it into the zone of the device. */
export type TimeText = (iso: string) => string

/** dd/MM/yy HH:mm; in English 'dd MMM yy HH:mm', because half of its readers take the first number for the month. */
export function timeText(locale: string, zone: string): TimeText {
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : 'es-MX', {
    timeZone: zone,
    hourCycle: 'h23',
    year: '2-digit',
    month: locale === 'en' ? 'short' : '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (iso) => {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
    for (const { type, value } of format.formatToParts(new Date(iso))) parts[type] = value
    const { day, month, year, hour, minute } = parts
    return `${[day, month, year].join(locale === 'en' ? ' ' : '/')} ${hour}:${minute}`
  }
}
