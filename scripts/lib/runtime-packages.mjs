import { ScriptFailure } from './run.mjs'

/**
 * One package of a lock file.
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean }} Entry
 * @typedef {{ packages: Record<string, Entry & Record<string, any>> }} Lock
 */

/** As `npm ci --omit=dev` decides. @param {[string, Entry]} entry */
const isRuntime = ([path, { dev }]) => path !== '' && !dev

/**
 * Folders of the packages that the server runs with on this machine.
 * @param {Lock} lock package-lock.json
 * @param {Lock} present node_modules/.package-lock.json: what npm has installed
 * @returns {string[]} such as `node_modules/pg`
 * @throws {ScriptFailure} when another version is installed, or one is missing that is not for other machines
 */
export function runtimePackages(lock, present) {
  return Object.entries(lock.packages)
    .filter(isRuntime)
    .flatMap(([path, wanted]) => {
      const here = present.packages[path]
      if (here === undefined && wanted.optional) return []
      if (here?.version !== wanted.version || here?.integrity !== wanted.integrity) {
        throw new ScriptFailure(`${path} no es lo que dice package-lock.json: ejecute npm ci.`)
      }
      return [path]
    })
}

/** What only development needs. */
const DEVELOPMENT = ['scripts', 'devDependencies', 'overrides']

/**
 * package.json without development: what stands beside the product names nothing that is not there. `npm run verify` and the
 * like work as on a checkout. There is no `start`, because npm gets in the way of a signal.
 * @param {Record<string, any>} manifest
 * @param {(name: string) => boolean} isProgram whether the server has a program of that name
 */
export function runtimeManifest(manifest, isProgram) {
  const kept = Object.entries(manifest).filter(([field]) => !DEVELOPMENT.includes(field))
  const programs = Object.keys(manifest.scripts).filter(isProgram)
  const scripts = Object.fromEntries(programs.map((name) => [name, `node dist/server/${name}.js`]))
  return { ...Object.fromEntries(kept), scripts }
}

/**
 * The lock file of that package.json, for scanners and for `npm ls`.
 * @param {Lock} lock
 */
export function runtimeLock({ packages, ...head }) {
  const { devDependencies: _, ...root } = packages[''] ?? {}
  return {
    ...head,
    packages: { '': root, ...Object.fromEntries(Object.entries(packages).filter(isRuntime)) },
  }
}
