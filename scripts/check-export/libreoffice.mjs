import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { run, ScriptFailure } from '../lib/run.mjs'

/**
 * A cell as LibreOffice keeps it. `text` is what it shows; `value` the number behind it; `formula` what it would compute.
 * @typedef {{ text: string, type: string | null, value: number | null, formula: string | null }} Cell
 */

/** Comma, double quotes, UTF-8, from the first line on: what a person chooses in the import dialogue. */
const CSV_FILTER = 'CSV:44,34,76,1'

const NO_LIBREOFFICE =
  'Falta LibreOffice Calc (el programa soffice): instale libreoffice-calc y repita la comprobación.'

/** @throws {ScriptFailure} when there is no LibreOffice here */
export async function ensureLibreOffice() {
  const { code } = await run('soffice', ['--version'], { capture: true })
  if (code !== 0) throw new ScriptFailure(NO_LIBREOFFICE)
}

/**
 * Opens a CSV file as LibreOffice Calc does.
 * @param {string} folder for this run's files and a separate profile: a LibreOffice that is already open is not used
 * @param {string} name without an ending
 * @param {Uint8Array} bytes of the file, as downloaded
 * @returns {Promise<Cell[][]>} rows from the first to the last that holds anything, as wide as the widest of them
 * @throws {ScriptFailure} when LibreOffice makes nothing of it
 */
export async function openInLibreOffice(folder, name, bytes) {
  const out = join(folder, 'opened')
  mkdirSync(out, { recursive: true })
  const source = join(folder, `${name}.csv`)
  writeFileSync(source, bytes)
  const profile = pathToFileURL(join(folder, 'profile')).href
  const { code, output } = await run(
    'soffice',
    [
      `-env:UserInstallation=${profile}`,
      '--headless',
      `--infilter=${CSV_FILTER}`,
      '--convert-to',
      'fods',
      '--outdir',
      out,
      source,
    ],
    { capture: true, cwd: folder },
  )
  const opened = join(out, `${name}.fods`)
  try {
    return rowsOf(readFileSync(opened, 'utf8'))
  } catch (error) {
    // It ends with 0 even when it could not read the file.
    throw new ScriptFailure(`LibreOffice no abrió ${name}.csv (código ${code}): ${error}\n${output}`)
  }
}

/** Empty cells and rows to the edge of the sheet are written as one that repeats a million times. */
const EDGE = 1000

/** @param {string} fods @returns {Cell[][]} */
function rowsOf(fods) {
  const table = /<table:table [\s\S]*?<\/table:table>/.exec(fods)?.[0]
  if (table === undefined) throw new Error('there is no sheet in it')
  /** @type {Cell[][]} */
  const rows = []
  for (const [, attributes = '', inside = ''] of table.matchAll(
    /<table:table-row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-row>)/g,
  )) {
    const repeated = Number(attribute(attributes, 'table:number-rows-repeated') ?? 1)
    for (let i = 0; i < Math.min(repeated, EDGE); i++) rows.push(cellsOf(inside))
  }
  const isEmpty = (/** @type {Cell} */ cell) => cell.type === null && cell.text === ''
  const height = rows.findLastIndex((row) => !row.every(isEmpty)) + 1
  const width = Math.max(0, ...rows.map((row) => row.findLastIndex((cell) => !isEmpty(cell)) + 1))
  return rows.slice(0, height).map((row) => Array.from({ length: width }, (_, i) => row[i] ?? cellOf('', '')))
}

/** @param {string} row */
function cellsOf(row) {
  return [
    ...row.matchAll(/<table:table-cell\b((?:[^>"]|"[^"]*")*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g),
  ].flatMap(([, attributes = '', inside = '']) => {
    const repeated = Number(attribute(attributes, 'table:number-columns-repeated') ?? 1)
    return Array.from({ length: Math.min(repeated, EDGE) }, () => cellOf(attributes, inside))
  })
}

/** @param {string} attributes @param {string} inside @returns {Cell} */
function cellOf(attributes, inside) {
  const value = attribute(attributes, 'office:value')
  return {
    text: [...inside.matchAll(/<text:p>([\s\S]*?)<\/text:p>/g)]
      .map(([, text = '']) => plain(text))
      .join('\n'),
    type: attribute(attributes, 'office:value-type'),
    value: value === null ? null : Number(value),
    formula: attribute(attributes, 'table:formula'),
  }
}

/** @param {string} attributes @param {string} name */
function attribute(attributes, name) {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
  return found === undefined ? null : entities(found)
}

/** Text of a paragraph without its inner markup; several spaces are written as an element. @param {string} xml */
function plain(xml) {
  const spaced = xml.replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count) => ' '.repeat(Number(count ?? 1)))
  return entities(spaced.replace(/<[^>]*>/g, ''))
}

/** @type {Record<string, string>} */
const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** @param {string} xml */
function entities(xml) {
  return xml.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    name === undefined
      ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : (NAMED[name] ?? whole),
  )
}
