/** @typedef {import('./libreoffice.mjs').Cell} Cell */

/** What the API says of a cell: null is an empty one, a Date any text that names this very instant; `localTime` (ISO 8601) a time of the spreadsheet, to the second. @typedef {string | number | Date | { localTime: string } | null} Expected */

/** The product puts an apostrophe before such text (src/domain/csv/csv.ts); LibreOffice shows it. */
const FORMULA_START = /^[=+\-@\t\r]/
/** Text that every spreadsheet takes for a number, and may: '41.0', '12.3%'. */
const AMOUNT = /^(-?\d+(?:\.\d+)?)(%?)$/

/**
 * @param {readonly (readonly Expected[])[]} expected with the header row
 * @param {readonly (readonly Cell[])[]} opened
 * @returns {string[]} differences in words; none when all is as it should be
 */
export function differences(expected, opened) {
  const columns = Math.max(...expected.map((row) => row.length))
  const found = []
  if (opened.length !== expected.length)
    found.push(`${opened.length} renglones en lugar de ${expected.length}`)
  for (const [y, row] of opened.entries()) {
    if (row.length !== columns) found.push(`renglón ${y + 1}: ${row.length} columnas en lugar de ${columns}`)
    for (const [x, cell] of row.entries()) {
      const wanted = expected[y]?.[x] ?? null
      const problem = problemOf(wanted, cell)
      if (problem !== null) found.push(`renglón ${y + 1}, columna ${x + 1}: ${problem}`)
    }
  }
  return found
}

/** @param {Expected} wanted @param {Cell} cell @returns {string | null} */
function problemOf(wanted, cell) {
  const is = `«${cell.text}» (${cell.type ?? 'vacía'})`
  if (cell.formula !== null) return `${is} se calcula como ${cell.formula}`
  if (wanted === null || wanted === '') return cell.type === null ? null : `${is} debería estar vacía`
  if (typeof wanted === 'number')
    return cell.type === 'float' && cell.value === wanted ? null : `${is} en lugar del número ${wanted}`
  if (typeof wanted === 'object' && 'localTime' in wanted)
    // The minutes and seconds are those of every zone of Mexico.
    return cell.type === 'date' && cell.text.slice(-6) === wanted.localTime.slice(13, 19)
      ? null
      : `${is} en lugar de una hora`
  if (wanted instanceof Date)
    return cell.type === 'string' && Date.parse(cell.text) === wanted.getTime()
      ? null
      : `${is} en lugar de ${wanted.toISOString()}`
  const [, digits, percent] = (FORMULA_START.test(wanted) ? null : AMOUNT.exec(wanted)) ?? []
  if (digits !== undefined && cell.value !== null) {
    const amount = percent === '%' ? Number(digits) / 100 : Number(digits)
    return Math.abs(cell.value - amount) < 1e-9 ? null : `${is} en lugar de ${wanted}`
  }
  const text = FORMULA_START.test(wanted) ? `'${wanted}` : wanted
  return cell.type === 'string' && cell.text === text ? null : `${is} en lugar del texto «${text}»`
}

/** How many cells a spreadsheet would have computed or shortened. @param {readonly (readonly Expected[])[]} expected */
export function hostileCells(expected) {
  return expected.flat().filter((cell) => typeof cell === 'string' && FORMULA_START.test(cell)).length
}
