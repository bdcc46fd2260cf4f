/** Byte order mark before the header: without it spreadsheets do not read the file as UTF-8. */
export const CSV_BOM = '\u{FEFF}'

export type CsvCell = string | number | null

/**
 * A cell that begins so may run as a formula in a spreadsheet: some skip what is blank or invisible before the sign, and
 * read full-width and small signs (U+FE62 to U+FE6B) and the minus sign like those of ASCII.
 */
export const FORMULA_START = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u
const NEEDS_QUOTES = /[",\r\n]/

/**
 * Prevents formula injection: an apostrophe goes before text that a spreadsheet would compute. Numbers stay as they
 * are.
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
