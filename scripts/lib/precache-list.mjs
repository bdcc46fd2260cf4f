import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ file: string, name?: string, css?: string[], imports?: string[], dynamicImports?: string[] }} Chunk */
/** @typedef {Record<string, Chunk>} Manifest */

const entry = 'index.html'
/** The chunk that loads every page and every file of words (src/web/start.ts): not all of them are the driver's. */
const start = 'start'
/** What must be there with no network: the driver's screens and their words in both languages. */
const drivers = [
  'routes/operator.tsx',
  'routes/auth.tsx',
  ...['es', 'en'].flatMap((language) => [
    `text/${language}/page-words.ts`,
    `text/${language}/people/accounts.ts`,
    `text/${language}/driver/driver-words.ts`,
    `text/${language}/driver/camera.ts`,
  ]),
]
/** What the desk needs with no network, besides what it shares with the driver. */
const desk = [
  'routes/supervisor.tsx',
  ...['es', 'en'].flatMap((language) =>
    ['desk-words', 'places', 'alerts'].map((words) => `text/${language}/desk/${words}.ts`),
  ),
]
/** Most products have no vector tiles; a desk that draws some keeps this with its first map. */
const vectorTiles = 'ui/map/vector-tiles.ts'
const placeholder = '__PRECACHE__'

/**
 * The files of the driver's part of the page: the entry, the screens that open without a network, and what those load
 * later. What only the start loads (the desk, its charts, the map) stays out: a driver's phone never needs it.
 * @param {Manifest} manifest as Vite writes it
 */
export const driversFiles = (manifest) => filesOf(manifest, [entry, ...drivers])

/**
 * The files of the supervisor's part that are not the driver's, with every tab.
 * @param {Manifest} manifest as Vite writes it
 */
export function deskFiles(manifest) {
  const shared = driversFiles(manifest)
  return filesOf(manifest, desk).filter((file) => !shared.includes(file))
}

/**
 * @param {Manifest} manifest
 * @param {string[]} names of the modules to begin with
 * @returns {string[]} paths as the browser asks for them, sorted
 * @throws {Error} when a screen is not in the manifest: an empty list would be an app that does not open
 */
function filesOf(manifest, names) {
  /** @type {Set<string>} */
  const files = new Set()
  /** @type {Set<string>} */
  const seen = new Set()
  /** @param {string} name */
  const add = (name) => {
    if (seen.has(name) || name === vectorTiles) return
    seen.add(name)
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`the build has no ${name}`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(`/${file}`)
    for (const imported of chunk.imports ?? []) add(imported)
    if (chunk.name !== start) for (const later of chunk.dynamicImports ?? []) add(later)
  }
  for (const name of names) add(name)
  return [...files].sort()
}

/**
 * Writes into the built service worker what it is to keep, under a version that any change of it changes.
 * @param {string} publicDir absolute path of the built page
 * @returns {{ version: string, files: string[], desk: string[] }}
 * @throws {Error} when the worker has no place for the list, or the page names a file that is not in it
 */
export function fillServiceWorker(publicDir) {
  const manifest = JSON.parse(readFileSync(join(publicDir, '.vite/manifest.json'), 'utf8'))
  const fixed = ['/manifest.webmanifest', '/favicon.svg', ...iconsIn(publicDir)]
  // The page is asked for by its address, not by the name of its file.
  const files = ['/', ...driversFiles(manifest).filter((file) => file !== `/${entry}`), ...fixed]
  // The worker refuses a page that names what it does not keep: such a build would be kept by no phone.
  const named = readFileSync(join(publicDir, entry), 'utf8').match(/\/assets\/[^"'\s<>)]+/g) ?? []
  const missing = named.filter((file) => !files.includes(file))
  if (missing.length > 0) throw new Error(`no phone would keep ${missing.join(', ')}`)
  const hash = createHash('sha256').update(files.join('\n'))
  for (const file of [entry, ...fixed]) hash.update(readFileSync(join(publicDir, file)))
  const version = hash.digest('hex').slice(0, 16)
  const filled = { version, files, desk: deskFiles(manifest) }
  const path = join(publicDir, 'service-worker.js')
  const code = readFileSync(path, 'utf8')
  if (code.split(placeholder).length !== 2) throw new Error('service-worker.js has no place for its list')
  writeFileSync(
    path,
    code.replace(placeholder, () => JSON.stringify(filled)),
  )
  return filled
}

/** @param {string} publicDir */
function iconsIn(publicDir) {
  return readdirSync(join(publicDir, 'icons'))
    .sort()
    .map((name) => `/icons/${name}`)
}
