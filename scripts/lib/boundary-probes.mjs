import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { table } from './boundary-table.mjs'

/**
 * A planted file. `caughtBy` names every gate that must go red at it: `scan`, `circle`, `pair` and `crowd` (our own rules), `types`
 * (tsc), or a Biome rule. With an empty list every gate must stay green.
 * @typedef {{ file: string, text: string, caughtBy: readonly string[] }} Probe
 */

/** In the name of every planted file or folder, and of nothing else in src. */
const mark = 'boundary-probe'

const imports = 'lint/style/noRestrictedImports'
const globals = 'lint/style/noRestrictedGlobals'
const environment = 'lint/style/noProcessEnv'
const cycles = 'lint/suspicious/noImportCycles'
const floating = 'lint/nursery/noFloatingPromises'

/** Planted features. */
const serverA = `src/server/features/${mark}/${mark}-a`
const serverB = `src/server/features/${mark}/${mark}-b`
const webA = `src/web/features/${mark}/${mark}-a`
const webB = `src/web/features/${mark}/${mark}-b`

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

/**
 * For each two layers that have a folder: an import upward is caught, one downward is allowed.
 * @param {'server' | 'web'} module
 * @returns {Probe[]}
 */
function layerProbes(module) {
  const layers = (table.modules[module]?.layers ?? []).map(({ name, paths }) => ({
    name,
    path: paths.find((path) => path.endsWith('/')) ?? paths[0] ?? '',
  }))
  return layers.flatMap((from, place) => {
    // A file that is a layer cannot be planted again.
    if (!from.path.endsWith('/')) return []
    const isFeature = from.name === 'features'
    const folder = `src/${module}/${from.path.slice(0, -1)}${isFeature ? `/${mark}/${mark}-a` : ''}`
    return layers.flatMap((to, other) => {
      if (other === place) return []
      const target =
        to.name === 'features'
          ? `features/${mark}/${mark}-b/service.ts`
          : to.path.endsWith('/')
            ? `${to.path}a.ts`
            : to.path
      const text = `export { a } from '${isFeature ? '../../..' : '..'}/${target}'`
      return [probe(folder, `imports-${to.name}`, text, other < place ? ['scan'] : [])]
    })
  })
}

/** The real table, which also knows the planted features: `b` is below `a`. */
export const probeTable = {
  ...table,
  featureGroups: { [mark]: [`${mark}-b`, `${mark}-a`], ...table.featureGroups },
  publicFiles: { ...table.publicFiles, [`${mark}-a`]: ['service.ts'], [`${mark}-b`]: ['service.ts'] },
}

/** @type {readonly Probe[]} */
export const probes = [
  // The domain imports only itself and knows no clock, randomness or platform.
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

  // The contract imports domain and zod.
  probe('src/contract', 'server', "export { config } from '#server/config'", [imports, 'scan']),
  probe('src/contract', 'web', "export { text } from '#web/text/es'", [imports, 'scan']),
  probe('src/contract', 'node', "export { readFileSync } from 'node:fs'", [imports, 'scan']),
  probe('src/contract', 'package', "export { fastify } from 'fastify'", [imports, 'scan']),
  probe('src/contract', 'document', 'export const title = () => document.title', ['types']),
  probe('src/contract', 'process', 'export const where = () => process.cwd()', ['types']),

  // The server and the page do not know each other.
  probe('src/server/adapters', 'web', "export { text } from '#web/text/es'", [imports, 'scan']),
  probe('src/server/adapters', 'web-relative', "export { text } from '../../web/text/es.ts'", ['scan']),
  probe('src/server/adapters', 'react', "export { useState } from 'react'", [imports, 'scan']),
  probe('src/server/adapters', 'development-only', "export { build } from 'vite'", ['scan']),
  probe(
    'src/server/adapters',
    'development-inline',
    "import { type Plugin } from 'vite'\nexport const a = (b: Plugin) => b",
    ['scan'],
  ),
  probe('src/server/adapters', 'document', 'export const title = () => document.title', ['types']),
  probe('src/web/lib', 'server', "export { config } from '#server/config'", [imports, 'scan']),
  probe('src/web/lib', 'server-type', "export type { Config } from '#server/config'", [imports, 'scan']),
  probe('src/web/lib', 'server-relative', "export { config } from '../../server/config.ts'", ['scan']),
  probe('src/web/lib', 'node', "export { readFileSync } from 'node:fs'", [imports, 'scan']),
  probe('src/web/lib', 'fastify', "export { fastify } from 'fastify'", [imports, 'scan']),
  probe('src/web/lib', 'plugin', "export { default } from '@fastify/cookie'", [imports, 'scan']),
  probe('src/web/lib', 'pg', "export { Pool } from 'pg'", [imports, 'scan']),
  probe('src/web/lib', 'drizzle', "export { pgTable } from 'drizzle-orm/pg-core'", [imports, 'scan']),
  probe('src/web/lib', 'process', 'export const where = () => process.cwd()', ['types']),

  // The supervision of PostgreSQL knows nothing of the product.
  probe('src/embedded-postgres', 'server', "export { config } from '#server/config'", [imports, 'scan']),
  probe('src/embedded-postgres', 'server-relative', "export { config } from '../server/config.ts'", ['scan']),
  probe('src/embedded-postgres', 'domain', "export { steps } from '#domain/operation/steps'", [
    imports,
    'scan',
  ]),
  probe('src/embedded-postgres', 'package', "export { z } from 'zod'", [imports, 'scan']),
  probe('src/embedded-postgres', 'env', "export const home = () => process.env['HOME']", [
    environment,
    'scan',
  ]),
  probe('src/embedded-postgres', 'document', 'export const title = () => document.title', ['types']),

  // No import runs to a layer above, and no file is outside of the layers.
  ...layerProbes('server'),
  ...layerProbes('web'),
  probe('src/server', 'no-layer', 'export const a = 1', ['scan']),
  probe('src/web', 'no-layer', 'export const a = 1', ['scan']),
  probe('src/web/styles', 'upward', "export { a } from '../features/a/model.ts'", ['scan']),

  // Features of the server import public files of features below; those of the page meet in routes/ alone.
  probe(serverA, 'queries', `export { find } from '../${mark}-b/queries.ts'`, ['scan']),
  probe(serverA, 'routes', `export { routes } from '../${mark}-b/routes.ts'`, ['scan']),
  probe(serverB, 'order', `export { open } from '../${mark}-a/service.ts'`, ['scan']),
  probe(serverB, 'order-type', `export type { Open } from '../${mark}-a/service.ts'`, ['scan']),
  probe(serverA, 'unknown-feature', `export { open } from '../${mark}-c/service.ts'`, ['scan']),
  probe('src/server/jobs', 'queries', `export { find } from '../features/${mark}/${mark}-b/queries.ts'`, [
    'scan',
  ]),
  probe(webA, 'feature', `export { model } from '../${mark}-b/model.ts'`, ['scan']),
  {
    file: `${serverA}/queries.ts`,
    text: "export { notFound } from '../../../http/problem.ts'\n",
    caughtBy: ['scan'],
  },

  // Only queries.ts knows SQL; only config.ts knows the environment.
  probe(serverA, 'drizzle', "export { eq } from 'drizzle-orm'", [imports, 'scan']),
  probe(serverA, 'drizzle-type', "export type { PgTable } from 'drizzle-orm/pg-core'", [imports, 'scan']),
  probe(serverA, 'pg', "export { Pool } from 'pg'", [imports, 'scan']),
  probe('src/server/adapters', 'env', "export const home = () => process.env['HOME']", [environment, 'scan']),
  probe('src/server/adapters', 'env-taken', 'const { env } = process\nexport const home = () => env', [
    'scan',
  ]),
  probe('src/server/adapters', 'env-imported', "export { env } from 'node:process'", ['scan']),
  probe('src/web/lib', 'env', 'export const home = () => process.env', [environment, 'scan']),

  // Only the layer of the record names its tables: by import, in SQL, and in a list of tables.
  probe(serverB, 'record', "export { events } from '../../../db/schema/record.ts'", ['scan']),
  probe(serverB, 'record-type', "export type { events } from '../../../db/schema/record.ts'", ['scan']),
  probe(serverB, 'record-sql', "export const text = 'select 1 from events'", ['scan']),
  probe('src/server/live', 'record-join', 'export const text = `join\n  containers c on true`', ['scan']),
  probe('src/server/jobs', 'record-list', 'export const text = `delete from a using b, event_counters c`', [
    'scan',
  ]),
  probe('src/server/http', 'record-update', 'export const text = `update "corrections" set a = 1`', ['scan']),
  probe(
    serverB,
    'record-identifier',
    "export const name = (sql: { identifier(name: string): string }) => sql.identifier('events')",
    ['scan'],
  ),
  probe('src/server/record', 'record', "export { events } from '../db/schema/record.ts'", []),
  probe('src/server/record', 'record-sql', "export const text = 'select 1 from events'", []),
  probe(
    serverB,
    'record-word',
    "// from events\nexport const text = 'select count(*) as events from alerts'",
    [],
  ),

  // No circle of files, no pair of folders, and no promise left alone.
  probe('src/server/live', 'circle-a', `export { b } from './${mark}-circle-b.ts'`, [cycles, 'circle']),
  probe('src/server/live', 'circle-b', `export { a } from './${mark}-circle-a.ts'`, [cycles, 'circle']),
  probe('src/server/live', 'circle-type-a', `export type { B } from './${mark}-circle-type-b.ts'`, [
    'circle',
  ]),
  probe('src/server/live', 'circle-type-b', `export type { A } from './${mark}-circle-type-a.ts'`, [
    'circle',
  ]),
  probe('src/server/live', 'circle-far', `export { a } from '#contract/${mark}-circle-far'`, ['circle']),
  probe('src/contract', 'circle-far', `export { a } from '#server/live/${mark}-circle-far'`, [
    'circle',
    'scan',
  ]),
  probe('src/server/adapters', 'pair', `export { b } from '../text/${mark}-pair-target.ts'`, ['pair']),
  probe('src/server/text', 'pair', `export { a } from '../adapters/${mark}-pair-target.ts'`, ['pair']),
  probe('src/server/adapters', 'pair-target', 'export const a = 1', []),
  probe('src/server/text', 'pair-target', 'export const b = 1', []),
  probe(
    'src/server/adapters',
    'floating',
    'const later = async () => 1\nexport const go = () => {\n  later()\n}',
    [floating],
  ),

  // A file of 301 lines, and one of 300.
  probe('src/domain', 'long', `${'//\n'.repeat(300)}export const a = 1`, ['scan']),
  probe('src/domain', 'long-fine', `${'//\n'.repeat(299)}export const a = 1`, []),

  // A folder of 21 files: red at its first.
  ...Array.from({ length: 21 }, (_, i) =>
    probe(`src/domain/${mark}-crowd`, `crowd-${10 + i}`, 'export const a = 1', i === 0 ? ['crowd'] : []),
  ),
  probe(`src/domain/${mark}-crowd-fine`, 'crowd-fine', 'export const a = 1', []),

  // Allowed imports stay green.
  probe('src/domain', 'fine', "export type { Fine } from './operation/steps.ts'", []),
  probe(
    'src/contract',
    'fine',
    "export { z } from 'zod'\nexport { steps } from '#domain/operation/steps'",
    [],
  ),
  probe(
    'src/server/adapters',
    'fine',
    "export { join } from 'node:path'\nexport { ErrorCode } from '#contract/http/errors'",
    [],
  ),
  probe(
    'src/web/lib',
    'fine',
    "export { useState } from 'react'\nexport { ErrorCode } from '#contract/http/errors'",
    [],
  ),
  probe('src/web/routes', 'fine', `export { model } from '../features/${mark}/${mark}-b/model.ts'`, []),
  probe(serverA, 'fine', `export { open } from '../${mark}-b/service.ts'`, []),
  probe('src/server/jobs', 'fine', `export { open } from '../features/${mark}/${mark}-b/service.ts'`, []),
  probe(
    'src/server/jobs',
    'fine-routes',
    `export { routes } from '../features/${mark}/${mark}-b/routes.ts'`,
    [],
  ),
  probe(
    'src/embedded-postgres',
    'fine',
    "export { join } from 'node:path'\nexport { default } from 'pg'",
    [],
  ),
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

/** Whether this path, with slashes of either kind, is of a planted file or folder. @param {string} path */
export const isProbe = (path) => path.split(/[\\/]/).some((part) => part.startsWith(mark))

const plantedFolders = [...new Set(probes.map(({ file }) => dirname(file)))]

/**
 * Writes the chosen probes, with their folders.
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
 * Removes every planted file under src, also those of an earlier run that was killed, and folders that are then empty.
 * @param {string} root
 */
export function removeProbes(root) {
  const source = join(root, 'src')
  if (!existsSync(source)) return
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (isProbe(name)) rmSync(join(source, name), { recursive: true, force: true })
  }
  for (const folder of plantedFolders) {
    const full = join(root, folder)
    if (existsSync(full) && readdirSync(full).length === 0) rmSync(full, { recursive: true })
  }
}
