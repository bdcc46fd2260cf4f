import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * A planted file. `caughtBy` names every gate that must go red at it: `scan` (our own import rules), `types` (tsc),
 * or a Biome rule. An empty list is a file that breaks nothing: a gate that goes red at it is as wrong as a blind one.
 * @typedef {{ file: string, text: string, caughtBy: readonly string[] }} Probe
 */

/** Part of the name of every planted file or folder. Nothing else in src may bear it. */
const mark = 'boundary-probe'

const imports = 'lint/style/noRestrictedImports'
const globals = 'lint/style/noRestrictedGlobals'
const environment = 'lint/style/noProcessEnv'
const cycles = 'lint/suspicious/noImportCycles'
const floating = 'lint/nursery/noFloatingPromises'

/** Features that stand only while the probes do. */
const serverA = `src/server/features/${mark}-a`
const serverB = `src/server/features/${mark}-b`
const webA = `src/web/features/${mark}-a`
const webB = `src/web/features/${mark}-b`

/**
 * @param {string} folder
 * @param {string} name
 * @param {string} text
 * @param {readonly string[]} caughtBy
 * @returns {Probe}
 */
const probe = (folder, name, text, caughtBy) => ({
  file: `${folder}/${mark}-${name}.ts`,
  text: `${text}\n`,
  caughtBy,
})

/** @type {readonly Probe[]} */
export const probes = [
  // The domain imports itself alone, and knows neither clock nor chance nor platform.
  probe('src/domain', 'package', "export { z } from 'zod'", [imports, 'scan']),
  probe('src/domain', 'node', "export { readFileSync } from 'node:fs'", [imports, 'scan']),
  probe('src/domain', 'bare-node', "export { readFileSync } from 'fs'", [imports, 'scan']),
  probe('src/domain', 'contract', "export { ErrorCode } from '#contract/http/errors'", [imports, 'scan']),
  probe('src/domain', 'server', "export { config } from '#server/config'", [imports, 'scan']),
  probe('src/domain', 'server-relative', "export { config } from '../server/config.ts'", ['scan']),
  probe('src/domain', 'own-alias', "export { steps } from '#domain/operation/steps'", [imports, 'scan']),
  probe('src/domain', 'type-only', "export type { ZodType } from 'zod'", [imports, 'scan']),
  probe('src/domain', 'inline-type', "export type Found = import('zod').ZodType", ['scan']),
  probe('src/domain', 'dynamic', "export const load = () => import('zod')", [imports, 'scan']),
  probe('src/domain', 'computed', 'export const load = (name: string) => import(name)', ['scan']),
  probe('src/domain', 'date', 'export const now = () => Date.now()', [globals]),
  probe('src/domain', 'new-date', 'export const today = () => new Date()', [globals]),
  probe('src/domain', 'random', 'export const dice = () => Math.random()', ['scan']),
  probe('src/domain', 'crypto', 'export const id = () => crypto.randomUUID()', [globals, 'types']),
  probe('src/domain', 'document', 'export const title = () => document.title', ['types']),
  probe('src/domain', 'process', 'export const where = () => process.cwd()', [globals, 'types']),

  // The contract stands on domain and zod.
  probe('src/contract', 'server', "export { config } from '#server/config'", [imports, 'scan']),
  probe('src/contract', 'web', "export { text } from '#web/text/es'", [imports, 'scan']),
  probe('src/contract', 'node', "export { readFileSync } from 'node:fs'", [imports, 'scan']),
  probe('src/contract', 'package', "export { fastify } from 'fastify'", [imports, 'scan']),
  probe('src/contract', 'document', 'export const title = () => document.title', ['types']),
  probe('src/contract', 'process', 'export const where = () => process.cwd()', ['types']),

  // The server and the page do not know each other.
  probe('src/server', 'web', "export { text } from '#web/text/es'", [imports, 'scan']),
  probe('src/server', 'web-relative', "export { text } from '../web/text/es.ts'", ['scan']),
  probe('src/server', 'react', "export { useState } from 'react'", [imports, 'scan']),
  probe('src/server', 'development-only', "export { build } from 'vite'", ['scan']),
  probe(
    'src/server',
    'development-inline',
    "import { type Plugin } from 'vite'\nexport const a = (b: Plugin) => b",
    ['scan'],
  ),
  probe('src/server', 'document', 'export const title = () => document.title', ['types']),
  probe('src/web', 'server', "export { config } from '#server/config'", [imports, 'scan']),
  probe('src/web', 'server-type', "export type { Config } from '#server/config'", [imports, 'scan']),
  probe('src/web', 'server-relative', "export { config } from '../server/config.ts'", ['scan']),
  probe('src/web', 'node', "export { readFileSync } from 'node:fs'", [imports, 'scan']),
  probe('src/web', 'fastify', "export { fastify } from 'fastify'", [imports, 'scan']),
  probe('src/web', 'plugin', "export { default } from '@fastify/cookie'", [imports, 'scan']),
  probe('src/web', 'pg', "export { Pool } from 'pg'", [imports, 'scan']),
  probe('src/web', 'drizzle', "export { pgTable } from 'drizzle-orm/pg-core'", [imports, 'scan']),
  probe('src/web', 'process', 'export const where = () => process.cwd()', ['types']),

  // Features meet by service.ts on the server, and in routes/ alone on the page.
  probe(serverA, 'queries', `export { find } from '../${mark}-b/queries.ts'`, ['scan']),
  probe(serverA, 'routes', `export { routes } from '../${mark}-b/routes.ts'`, ['scan']),
  probe(webA, 'feature', `export { model } from '../${mark}-b/model.ts'`, ['scan']),
  probe('src/web/ui', 'feature', `export { model } from '../features/${mark}-b/model.ts'`, ['scan']),

  // Only queries.ts knows SQL; only config.ts knows the environment.
  probe(serverA, 'drizzle', "export { eq } from 'drizzle-orm'", [imports, 'scan']),
  probe(serverA, 'drizzle-type', "export type { PgTable } from 'drizzle-orm/pg-core'", [imports, 'scan']),
  probe(serverA, 'pg', "export { Pool } from 'pg'", [imports, 'scan']),
  probe('src/server', 'env', "export const home = () => process.env['HOME']", [environment, 'scan']),
  probe('src/server', 'env-taken', 'const { env } = process\nexport const home = () => env', ['scan']),
  probe('src/server', 'env-imported', "export { env } from 'node:process'", ['scan']),
  probe('src/web', 'env', 'export const home = () => process.env', [environment, 'scan']),

  // No circle, and no promise left alone.
  probe('src/server', 'circle-a', `import { b } from './${mark}-circle-b.ts'\nexport const a = () => b`, [
    cycles,
  ]),
  probe('src/server', 'circle-b', `import { a } from './${mark}-circle-a.ts'\nexport const b = () => a`, [
    cycles,
  ]),
  probe('src/server', 'floating', 'const later = async () => 1\nexport const go = () => {\n  later()\n}', [
    floating,
  ]),

  // Allowed imports stay green.
  probe('src/domain', 'fine', "export type { Fine } from './operation/steps.ts'", []),
  probe(
    'src/contract',
    'fine',
    "export { z } from 'zod'\nexport { steps } from '#domain/operation/steps'",
    [],
  ),
  probe(
    'src/server',
    'fine',
    "export { join } from 'node:path'\nexport { ErrorCode } from '#contract/http/errors'",
    [],
  ),
  probe(
    'src/web',
    'fine',
    "export { useState } from 'react'\nexport { ErrorCode } from '#contract/http/errors'",
    [],
  ),
  probe('src/web/routes', 'fine', `export { model } from '../features/${mark}-b/model.ts'`, []),
  probe(serverA, 'fine', `export { open } from '../${mark}-b/service.ts'`, []),
  { file: `${serverB}/queries.ts`, text: "export { eq } from 'drizzle-orm'\n", caughtBy: [] },
  { file: `${serverB}/routes.ts`, text: 'export const routes = 1\n', caughtBy: [] },
  { file: `${serverB}/service.ts`, text: 'export const open = 1\n', caughtBy: [] },
  { file: `${webB}/model.ts`, text: 'export const model = 1\n', caughtBy: [] },
  // Neither a comment nor a text is an import.
  probe(
    'src/domain',
    'quoted',
    "// import 'zod'\nexport const text = \"import { z } from 'zod'; process.env\"",
    [],
  ),
]

/**
 * Writes the chosen probes. Folders made for them bear the mark too, or are the house's own.
 * @param {string} root
 * @param {readonly Probe[]} chosen
 */
export function plantProbes(root, chosen) {
  for (const { file, text } of chosen) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

/**
 * Removes whatever bears the mark under src, also what an earlier, killed run left behind, and the folders that held
 * nothing else.
 * @param {string} root
 */
export function removeProbes(root) {
  const source = join(root, 'src')
  if (!existsSync(source)) return
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (name.split(/[\\/]/).some((part) => part.startsWith(mark))) {
      rmSync(join(source, name), { recursive: true, force: true })
    }
  }
  for (const folder of ['src/web/routes', 'src/web/ui', 'src/web/features', 'src/server/features']) {
    const full = join(root, folder)
    if (existsSync(full) && readdirSync(full).length === 0) rmSync(full, { recursive: true })
  }
}
