import { localSecond } from './zone.ts'

export type WrittenLanguage = 'es' | 'en'

/** Our own list: the same instant gives the same text whatever data of languages the process has. */
const MONTHS: Readonly<Record<WrittenLanguage, readonly string[]>> = {
  es: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
}

/** `noviembre`, `November`, of a text that begins with `yyyy-MM`. */
export const nameOfMonth = (text: string, language: WrittenLanguage): string =>
  MONTHS[language][Number(text.slice(5, 7)) - 1] ?? ''

/** `noviembre de 2026`, `November 2026`, of a month `yyyy-MM`. */
export const writtenMonth = (month: string, language: WrittenLanguage): string =>
  [nameOfMonth(month, language), month.slice(0, 4)].join(language === 'es' ? ' de ' : ' ')

/** `23 nov 2026`, `23 Nov 2026`, of a text that begins with `yyyy-MM-dd`. */
export const writtenDay = (day: string, language: WrittenLanguage): string =>
  `${Number(day.slice(8, 10))} ${nameOfMonth(day, language).slice(0, 3)} ${day.slice(0, 4)}`

/** Times as people write them, in a zone; they take epoch milliseconds. */
export interface WrittenTimes {
  /** `23 de noviembre de 2026, 10:20` */
  long: (instant: number) => string
  /** `23 nov 2026, 10:20`, for the columns of a table. */
  short: (instant: number) => string
  /** `23/11/26 10:20`; in English `23 Nov 26 10:20`, because half of its readers take the first number for the month. */
  brief: (instant: number) => string
  /** `2026-11-23 10:20:31`, which a spreadsheet in any language reads as a time. */
  sheet: (instant: number) => string
}

export function writtenTimes(language: WrittenLanguage, zone: string): WrittenTimes {
  const local = (instant: number): string => localSecond(instant, zone)
  const day = (text: string): string => String(Number(text.slice(8, 10)))
  const of = language === 'es' ? ' de ' : ' '
  return {
    long: (instant) => {
      const text = local(instant)
      return `${day(text)}${of}${writtenMonth(text, language)}, ${text.slice(11, 16)}`
    },
    short: (instant) => {
      const text = local(instant)
      return `${writtenDay(text, language)}, ${text.slice(11, 16)}`
    },
    brief: (instant) => {
      const text = local(instant)
      const [year, month, date] = [text.slice(2, 4), text.slice(5, 7), text.slice(8, 10)]
      const whole =
        language === 'es'
          ? `${date}/${month}/${year}`
          : `${date} ${nameOfMonth(text, language).slice(0, 3)} ${year}`
      return `${whole} ${text.slice(11, 16)}`
    },
    sheet: (instant) => local(instant).replace('T', ' '),
  }
}
