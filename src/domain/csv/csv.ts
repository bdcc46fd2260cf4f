/** Tells spreadsheets that the file is UTF-8; without it accents come out as other letters. Once, before the header. */
export const CSV_BOM = '\u{FEFF}'

export type CsvCell = string | number | null

/** Spreadsheets run a cell that begins so as a formula, or drop the character and run the rest. */
const FORMULA_START = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * Text goes out so that no spreadsheet computes it: an apostrophe is put before what would be a formula, and nothing
 * is taken away. Numbers are numbers, negative ones too.
 */
function encode(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const harmless = FORMULA_START.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One record of RFC 4180, with its CRLF. */
export function csvRecord(cells: readonly CsvCell[]): string {
  return `${cells.map(encode).join(',')}\r\n`
}
