import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { installFields, installFingerprint } from './fingerprint.mjs'
import { projectRoot } from './root.mjs'
import { run, ScriptFailure } from './run.mjs'

/** @param {string} file */
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')

/**
 * Whether `node_modules` is what a completed `npm ci` typed by hand would have left: npm writes its hidden lock file
 * last, so an interrupted install has none. Optional packages count when they name this platform. A lock file that does
 * not answer to package.json is for npm to refuse, at every start and not only at the first.
 * @param {string} root
 */
export function installedByHand(root) {
  const lockFile = join(root, 'package-lock.json')
  const hiddenLockFile = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(lockFile) || !existsSync(hiddenLockFile)) return false
  const locked = JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {}
  if (!answersTo(locked[''] ?? {}, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))) return false
  const wanted = Object.entries(locked)
  const present = JSON.parse(readFileSync(hiddenLockFile, 'utf8')).packages ?? {}
  return wanted.every(([path, entry]) => {
    if (path === '') return true
    const here = present[path]
    if (here !== undefined) return here.version === entry.version && here.integrity === entry.integrity
    if (!entry.optional) return false
    const named = entry.os !== undefined && entry.cpu !== undefined && entry.libc === undefined
    return !(named && entry.os.includes(process.platform) && entry.cpu.includes(process.arch))
  })
}

/**
 * Whether the lock file's own entry for the project wants the same packages as package.json. npm keeps `overrides`
 * out of that entry, so they cannot be compared here.
 * @param {Record<string, any>} locked
 * @param {Record<string, any>} manifest
 */
function answersTo(locked, manifest) {
  const listed = (/** @type {Record<string, string>} */ packages = {}) =>
    JSON.stringify(Object.entries(packages).sort())
  return installFields
    .filter((field) => field !== 'overrides')
    .every((field) => listed(locked[field]) === listed(manifest[field]))
}

/** npm as the visitor called it, so that no second npm version joins in; else the one on PATH. */
export function npmCommand() {
  const called = process.env.npm_execpath
  if (called !== undefined && basename(called) === 'npm-cli.js' && existsSync(called)) {
    return { program: process.execPath, before: [called], shell: false }
  }
  // npm is a .cmd file on Windows, which only a shell can start.
  return { program: 'npm', before: [], shell: process.platform === 'win32' }
}

/**
 * Brings `node_modules` to what package-lock.json says, when it is not there already.
 * @param {{ root?: string, say?: (line: string) => void }} [options]
 * @returns {Promise<boolean>} whether anything had to be installed
 * @throws {ScriptFailure} when npm fails; the install then counts as not made
 */
export async function ensureInstalled({ root = projectRoot, say = console.log } = {}) {
  const marker = join(root, 'node_modules/.acarreo-installed')
  const wanted = installFingerprint(root)
  const found = textOf(marker)
  if (found === wanted) return false
  if (found === '' && installedByHand(root)) {
    writeFileSync(marker, `${wanted}\n`)
    return false
  }
  say('Instalando dependencias (solo la primera vez o cuando cambian)…')
  rmSync(marker, { force: true })
  const { program, before, shell } = npmCommand()
  // The build needs the development packages, also where NODE_ENV=production would have npm leave them out.
  const result = await run(program, [...before, 'ci', '--include=dev'], { capture: true, cwd: root, shell })
  if (result.code !== 0) {
    throw new ScriptFailure(
      `${result.output.trimEnd()}\nNo se pudieron instalar las dependencias: npm ci terminó con código ${result.code}.`,
    )
  }
  writeFileSync(marker, `${wanted}\n`)
  say(`Dependencias listas en ${result.seconds.toFixed(1)} s.`)
  return true
}
