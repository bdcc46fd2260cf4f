import type { CsvCell } from '#domain/csv/csv'
import { pesos } from '#domain/detention/money'
import { formatMinutes } from '#domain/time/duration'
import { type WrittenLanguage, writtenTimes } from '#domain/time/written'

/** A value of a paper; each file writes it in its way. */
export type Cell =
  | CsvCell
  /** ISO 8601, shown in the zone; `long`: with the whole name of the month. */
  | { at: string; zone: string; long?: boolean }
  | { centavos: number }
  | { minutes: number }
  | { hash: string }

/** As people read it. */
export function shown(cell: Cell, { locale }: { locale: WrittenLanguage }): string {
  if (typeof cell !== 'object') return String(cell)
  if (cell === null) return ''
  if ('at' in cell) return writtenTimes(locale, cell.zone)[cell.long ? 'long' : 'short'](Date.parse(cell.at))
  if ('centavos' in cell) return pesos(cell.centavos)
  if ('minutes' in cell) return formatMinutes(cell.minutes)
  return cell.hash.slice(0, 8)
}

/**
 * As a spreadsheet computes with it: pesos and minutes are numbers, a time is one that it knows in any language. A hash is
 * none: eight characters of one may read `549149e5`.
 */
export function computed(cell: Cell, { locale }: { locale: WrittenLanguage }): CsvCell {
  if (typeof cell !== 'object' || cell === null) return cell
  if ('at' in cell) return writtenTimes(locale, cell.zone).sheet(Date.parse(cell.at))
  if ('centavos' in cell) return cell.centavos / 100
  if ('minutes' in cell) return cell.minutes
  return `sha256:${cell.hash}`
}
