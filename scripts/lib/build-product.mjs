import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commitOf } from './commit.mjs'
import { writeDefaultLanguages } from './default-languages.mjs'
import { buildFingerprint } from './fingerprint.mjs'
import { fillServiceWorker } from './precache-list.mjs'
import { precompress } from './precompress.mjs'
import { projectRoot } from './root.mjs'
import { runPackage, ScriptFailure } from './run.mjs'
import { everyPackage, writeSbom } from './sbom.mjs'

const marker = join(projectRoot, 'dist/.built')
export const productFolders = ['domain', 'contract', 'embedded-postgres', 'server', 'public']
const entryPoints = ['dist/server/main.js', 'dist/public/index.html']

/** Whether `dist` is whole and was built from exactly these sources. */
export function isBuilt() {
  if (!existsSync(marker)) return false
  if (entryPoints.some((file) => !existsSync(join(projectRoot, file)))) return false
  return readFileSync(marker, 'utf8').trim() === buildFingerprint(projectRoot)
}

/**
 * Says in a build which commit it is. Sources that have not changed since make the same build of a later commit.
 * @param {string} root of the build: the project, or a copy of what was built
 */
export function writeCommit(root) {
  const text = JSON.stringify({ commit: commitOf(projectRoot) })
  writeFileSync(join(root, 'dist/server/build.json'), `${text}\n`)
}

/**
 * Builds the product into `dist`: the type-checked server with the modules it imports, and the page with its compressed
 * forms, and its bill of materials (sbom.mjs). The page's own types are left to the tests, which halves the first start; a server that does not type-check
 * is never emitted.
 * @param {{ say?: (line: string) => void }} [options]
 * @throws {ScriptFailure} with the compiler's words; `dist` then counts as not built
 */
export async function buildProduct({ say = console.log } = {}) {
  say('Compilando Acarreo…')
  const startedAt = performance.now()
  // Taken before the work: a source edited during the build makes the result stale, as it should.
  const fingerprint = buildFingerprint(projectRoot)
  rmSync(marker, { force: true })
  // `tsc -b` trusts its own notes: it would neither replace an output deleted by hand nor drop one whose source is gone.
  for (const folder of productFolders) {
    rmSync(join(projectRoot, 'dist', folder), { recursive: true, force: true })
  }
  const [server, page, packages] = await Promise.all([
    runPackage('typescript/bin/tsc', ['-b', 'src/server', '--checkers', '1'], { capture: true }),
    runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn'], {
      capture: true,
      // Vite obeys an inherited NODE_ENV, and `development` would put React's slow build into the product.
      env: { ...process.env, NODE_ENV: 'production' },
    }),
    everyPackage(),
  ])
  for (const [name, result] of /** @type {const} */ ([
    ['el servidor', server],
    ['la página', page],
  ])) {
    if (result.code === 0) continue
    throw new ScriptFailure(
      `${result.output.trimEnd()}\nNo se pudo compilar ${name} (código ${result.code}).`,
    )
  }
  const missing = entryPoints.filter((file) => !existsSync(join(projectRoot, file)))
  if (missing.length > 0) throw new ScriptFailure(`La compilación no produjo ${missing.join(' ni ')}.`)
  writeCommit(projectRoot)
  writeSbom(packages)
  writeDefaultLanguages(join(projectRoot, 'dist/public'))
  fillServiceWorker(join(projectRoot, 'dist/public'))
  const { files, bytes, brotliBytes } = await precompress(join(projectRoot, 'dist/public'))
  mkdirSync(join(projectRoot, 'dist'), { recursive: true })
  writeFileSync(marker, `${fingerprint}\n`)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const kilobytes = (/** @type {number} */ count) => Math.round(count / 1000)
  say(
    `Listo en ${seconds} s (${files} archivos, ${kilobytes(bytes)} kB, comprimidos ${kilobytes(brotliBytes)} kB).`,
  )
}
