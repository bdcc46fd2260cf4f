import { builtinModules } from 'node:module'
import { posix } from 'node:path'

/** @typedef {import('./boundary-scan.mjs').Facts} Facts */
/** @typedef {import('./boundary-scan.mjs').Import} Import */

/**
 * A wall that a file breaks, worded for the person who has to mend it.
 * @typedef {{ file: string, line: number, message: string }} Breach
 */

/** Which other rooms a room may import. The web never sees the server, and nobody sees the web. */
const roomsSeenFrom = /** @type {Record<string, readonly string[]>} */ ({
  domain: [],
  contract: ['domain'],
  'embedded-postgres': [],
  server: ['domain', 'contract', 'embedded-postgres'],
  web: ['domain', 'contract'],
})

const builtins = new Set(builtinModules)
const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file)
const roomOf = (/** @type {string} */ file) => file.split('/')[1] ?? ''

/** The only file that reads the environment: everything else is told. */
const environmentReader = 'src/server/config.ts'

/**
 * The breaches of one file.
 * @param {Facts} facts
 * @param {Record<string, unknown>} serverPackages `dependencies` and `optionalDependencies` of package.json: what is
 *   there at run time. Everything the page needs is bundled and therefore a development dependency, so one list tells
 *   both rooms apart.
 * @returns {Breach[]}
 */
export function breachesOf(facts, serverPackages) {
  const { file } = facts
  const room = roomOf(file)
  const seen = roomsSeenFrom[room]
  if (seen === undefined) return [{ file, line: 1, message: `src/${room} is no room of the house.` }]
  const breaches = facts.imports.flatMap((found) => {
    const message = importBreach(file, room, seen, found, serverPackages)
    return message === undefined
      ? []
      : [{ file, line: found.line, message: `${found.specifier}: ${message}` }]
  })
  for (const line of facts.computedImports) {
    breaches.push({
      file,
      line,
      message: 'an import by a computed name cannot be checked: write the name out.',
    })
  }
  if (isTest(file)) return breaches
  if (file !== environmentReader) {
    for (const line of facts.environmentReads) {
      breaches.push({ file, line, message: `process.env: only ${environmentReader} reads the environment.` })
    }
  }
  if (room === 'domain') {
    for (const line of facts.randomReads) {
      breaches.push({ file, line, message: 'Math.random: the domain has no randomness, pass the value in.' })
    }
  }
  return breaches
}

/**
 * @param {string} file
 * @param {string} room
 * @param {readonly string[]} seen
 * @param {Import} found
 * @param {Record<string, unknown>} serverPackages
 * @returns {string | undefined}
 */
function importBreach(file, room, seen, found, serverPackages) {
  const { specifier } = found
  if (specifier.startsWith('#')) {
    const target = specifier.slice(1).split('/')[0] ?? ''
    if (target === room) return 'inside a room imports are relative.'
    return seen.includes(target) ? undefined : `${room} may not import ${target}.`
  }
  if (specifier.startsWith('.')) {
    const target = posix.normalize(posix.join(posix.dirname(file), specifier))
    // Tests stand beside their subject and share builders with the others in test/.
    if (!target.startsWith('src/')) return isTest(file) ? undefined : 'leaves src/.'
    if (roomOf(target) !== room) return 'another room is imported by its # name.'
    return isTest(file) ? undefined : featureBreach(file, room, target)
  }
  return isTest(file) ? undefined : packageBreach(file, room, found, serverPackages)
}

/**
 * @param {string} file
 * @param {string} room
 * @param {string} target path of the imported file
 * @returns {string | undefined}
 */
function featureBreach(file, room, target) {
  const from = featureOf(file)
  const to = featureOf(target)
  if (to === undefined || from === to) return undefined
  if (room === 'server') {
    if (from === undefined || target.endsWith('/service.ts')) return undefined
    return `feature ${from} may know feature ${to} only by its service.ts.`
  }
  const isComposer = file.startsWith('src/web/routes/') || posix.dirname(file) === 'src/web'
  return isComposer ? undefined : 'features of the page meet in routes/ alone.'
}

/**
 * @param {string} file
 * @returns {string | undefined} `accounts` for `src/server/features/accounts/routes.ts`
 */
function featureOf(file) {
  return /^src\/(?:server|web)\/features\/([^/]+)\//.exec(file)?.[1]
}

/**
 * @param {string} file
 * @param {string} room
 * @param {Import} found
 * @param {Record<string, unknown>} serverPackages
 * @returns {string | undefined}
 */
function packageBreach(file, room, { specifier, typeOnly }, serverPackages) {
  const parts = specifier.split('/')
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
  const isNode = specifier.startsWith('node:') || builtins.has(name)
  switch (room) {
    case 'domain':
      return 'domain imports itself alone.'
    case 'contract':
      return name === 'zod' ? undefined : 'contract imports domain and zod.'
    case 'embedded-postgres':
      return isNode || name === 'pg' ? undefined : 'embedded-postgres imports Node and pg.'
    case 'server':
      if (specifier === 'process' || specifier === 'node:process')
        return 'use the global process; its env only in config.ts.'
      if (isNode) return undefined
      if (isSql(name) && featureOf(file) !== undefined && !file.endsWith('/queries.ts'))
        return 'only queries.ts knows SQL.'
      // Types may come from a development package: nothing of them is left to load.
      return typeOnly || name in serverPackages
        ? undefined
        : 'not among the dependencies that are there at run time.'
    default:
      if (isNode) return 'the page knows no Node.'
      return name in serverPackages ? 'a server library has no place in the page.' : undefined
  }
}

/** @param {string} name */
function isSql(name) {
  return name === 'pg' || name === 'drizzle-orm'
}
