import { builtinModules } from 'node:module'
import { posix } from 'node:path'

/** @typedef {import('./boundary-scan.mjs').Facts} Facts */
/** @typedef {import('./boundary-scan.mjs').Import} Import */
/** @typedef {import('./boundary-table.mjs').Table} Table */
/** @typedef {import('./boundary-table.mjs').Layer} Layer */

/** @typedef {{ file: string, line: number, message: string }} Violation */

/**
 * `serverPackages`: `dependencies` and `optionalDependencies` of package.json, so what exists at run time. The page is
 * bundled, and everything it needs is a development dependency.
 * @typedef {{ table: Table, serverPackages: Record<string, unknown> }} Rules
 */

const builtins = new Set(builtinModules)
export const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file)
const moduleOf = (/** @type {string} */ file) => file.split('/')[1] ?? ''

/** A file that is longer has two themes. */
const MOST_LINES = 300

/** The only file that reads the environment. */
const environmentReader = 'src/server/config.ts'

/**
 * The path that an import names; undefined for a package.
 * @param {string} file relative to the project
 * @param {string} specifier
 * @returns {string | undefined} relative to the project; of a `#` import without its ending
 */
export function targetOf(file, specifier) {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file), specifier))
  return undefined
}

/**
 * What one file violates by itself; circles and pairs are found in `boundary-graph.mjs`.
 * @param {Facts} facts
 * @param {Rules} rules
 * @returns {Violation[]}
 */
export function violationsOf(facts, rules) {
  const { file } = facts
  const module = rules.table.modules[moduleOf(file)]
  if (module === undefined) return [{ file, line: 1, message: `${posix.dirname(file)} is no module.` }]
  /** @type {Violation[]} */
  const violations = []
  const add = (/** @type {number} */ line, /** @type {string} */ message) =>
    violations.push({ file, line, message })
  if (module.layers && !isTest(file) && layerOf(file, module.layers) === undefined) {
    add(1, 'belongs to no layer: see scripts/lib/boundary-table.mjs.')
  }
  for (const found of facts.imports) {
    const message = importViolation(file, found, rules)
    if (message !== undefined) add(found.line, `${found.specifier}: ${message}`)
  }
  if (facts.lines > MOST_LINES) {
    add(
      MOST_LINES + 1,
      `has ${facts.lines} lines; ${MOST_LINES} is the most: give its themes files of their own.`,
    )
  }
  for (const line of facts.computedImports)
    add(line, 'a computed import cannot be checked: write the name out.')
  if (isTest(file)) return violations
  if (file !== environmentReader) {
    for (const line of facts.environmentReads) {
      add(line, `process.env: only ${environmentReader} reads the environment.`)
    }
  }
  if (moduleOf(file) === 'server' && !mayNameRecord(file, rules.table)) {
    for (const line of facts.recordTables) add(line, NO_RECORD)
  }
  if (moduleOf(file) === 'domain') {
    for (const line of facts.randomReads) {
      add(line, 'Math.random: the domain has no randomness, pass the value in.')
    }
  }
  return violations
}

/**
 * @param {string} file
 * @param {Import} found
 * @param {Rules} rules
 * @returns {string | undefined}
 */
function importViolation(file, found, { table, serverPackages }) {
  const name = moduleOf(file)
  const target = targetOf(file, found.specifier)
  if (target === undefined) {
    return isTest(file) ? undefined : packageViolation(file, found, table, serverPackages)
  }
  const targetName = moduleOf(target)
  if (found.specifier.startsWith('#')) {
    if (targetName === name) return 'inside a module imports are relative.'
    return table.modules[name]?.imports.includes(targetName)
      ? undefined
      : `${name} may not import ${targetName}.`
  }
  // Tests stand beside their subject and share builders with the others in test/.
  if (!target.startsWith('src/')) return isTest(file) ? undefined : 'leaves src/.'
  if (targetName !== name) return 'another module is imported by its # name.'
  if (isTest(file)) return undefined
  if (target === table.record.schema && !mayNameRecord(file, table)) return NO_RECORD
  return layerViolation(file, target, table) ?? featureViolation(file, target, table)
}

const NO_RECORD = 'only src/server/record names the tables of the record: read or write them there.'

/**
 * @param {string} file
 * @param {Table} table
 */
function mayNameRecord(file, { record: { homes, exceptions } }) {
  return file in exceptions || homes.some((home) => file.startsWith(home))
}

/**
 * @param {string} file
 * @param {readonly Layer[]} layers
 * @returns {number | undefined} 0 is the top
 */
function layerOf(file, layers) {
  const path = file.split('/').slice(2).join('/')
  const found = layers.findIndex(({ paths }) =>
    paths.some((own) => (own.endsWith('/') ? path.startsWith(own) : path === own)),
  )
  return found === -1 ? undefined : found
}

/**
 * @param {string} file
 * @param {string} target
 * @param {Table} table
 * @returns {string | undefined}
 */
function layerViolation(file, target, { modules }) {
  const name = moduleOf(file)
  const layers = modules[name]?.layers
  if (!layers) return undefined
  const [from, to] = [layerOf(file, layers), layerOf(target, layers)]
  if (from === undefined || to === undefined) return undefined
  const [fromName, toName] = [layers[from]?.name, layers[to]?.name]
  if (to < from) return `${fromName} may not import ${toName}, which is a layer above.`
  if (file.endsWith('/queries.ts') && (toName === 'live' || toName === 'http')) {
    return `queries.ts may not import ${toName}.`
  }
  return undefined
}

/**
 * @param {string} file
 * @param {string} target
 * @param {Table} table
 * @returns {string | undefined}
 */
function featureViolation(file, target, { featureGroups, publicFiles }) {
  const featureOrder = Object.values(featureGroups).flat()
  const [from, to] = [featureOf(file), featureOf(target)]
  if (to === undefined || from === to) return undefined
  if (moduleOf(file) === 'web') {
    return from === undefined ? undefined : 'features of the page meet in routes/ alone.'
  }
  const toFile = target.split('/').slice(5).join('/')
  const isPublic = publicFiles[to]?.includes(toFile) ?? false
  if (from === undefined) {
    return isPublic || /(^|-)routes\.ts$/.test(toFile)
      ? undefined
      : `${toFile} is no public file of the feature ${to}.`
  }
  if (featureOrder.indexOf(from) <= featureOrder.indexOf(to) || !featureOrder.includes(to)) {
    return `the feature ${from} may not import ${to}: see the order in scripts/lib/boundary-table.mjs.`
  }
  return isPublic ? undefined : `${toFile} is no public file of the feature ${to}.`
}

/**
 * @param {string} file
 * @returns {string | undefined} `accounts` for `src/server/features/people/accounts/routes.ts`
 */
function featureOf(file) {
  return /^src\/(?:server|web)\/features\/[^/]+\/([^/]+)\//.exec(file)?.[1]
}

/**
 * @param {string} file
 * @param {Import} found
 * @param {Table} table
 * @param {Record<string, unknown>} serverPackages
 * @returns {string | undefined}
 */
function packageViolation(file, { specifier, typeOnly }, { modules }, serverPackages) {
  const module = modules[moduleOf(file)]
  if (module === undefined) return undefined
  const parts = specifier.split('/')
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
  if (specifier === 'process' || specifier === 'node:process') {
    return 'use the global process; its env only in config.ts.'
  }
  if (specifier.startsWith('node:') || builtins.has(name)) {
    return module.node ? undefined : `${moduleOf(file)} knows no Node.`
  }
  switch (module.packages) {
    case 'none':
      return `${moduleOf(file)} imports no package.`
    case 'browser':
      return name in serverPackages ? 'a server library has no place in the page.' : undefined
    case 'server':
      if (isSql(name) && featureOf(file) !== undefined && !file.endsWith('/queries.ts'))
        return 'only queries.ts knows SQL.'
      // Types may come from a development package: they are erased.
      return typeOnly || name in serverPackages ? undefined : 'no dependency at run time.'
    default:
      return module.packages.includes(name) ? undefined : `${moduleOf(file)} may not import ${name}.`
  }
}

/** @param {string} name */
function isSql(name) {
  return name === 'pg' || name === 'drizzle-orm'
}

/** More would hide in a folder what it is about: it gets parts by theme. */
const MOST_FILES = 20

/**
 * Folders with too many source files. Tests do not count.
 * @param {readonly string[]} files relative to the project
 * @returns {Violation[]} one for each folder, at its first file
 */
export function crowdedFolders(files) {
  /** @type {Map<string, string[]>} */
  const folders = new Map()
  for (const file of files) {
    const folder = posix.dirname(file)
    if (!isTest(file)) folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  return [...folders].flatMap(([folder, [file = folder, ...rest]]) =>
    rest.length < MOST_FILES
      ? []
      : [
          {
            file,
            line: 1,
            message: `${folder} has ${rest.length + 1} source files; ${MOST_FILES} is the most.`,
          },
        ],
  )
}
