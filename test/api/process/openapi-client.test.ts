import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FEATURES } from '#domain/account/entitlements'
import { type Actor, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { setFlags } from '../../support/flags.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

// openapi-typescript writes with the compiler API of TypeScript 5, which 7 does not have.
const resolve =
  'export const resolve = (name, context, next) => next(name === "typescript" ? "typescript-5" : name, context)'
const moduleOf = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`
const WITH_TYPESCRIPT_5 = moduleOf(
  `import { register } from 'node:module'; register(${JSON.stringify(moduleOf(resolve))})`,
)

const COMPILER_OPTIONS = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noEmitOnError: true,
}

let t: TestApp
let boss: Actor
let driver: Actor
let folder: string
let document: string

beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  driver = await operatorOf(t.app, boss)
  await setFlags(t.deps, boss, {
    ...Object.fromEntries(FEATURES.map((feature) => [feature, true])),
    premiumActivated: true,
    premiumExpirationDate: null,
  })
  document = (await t.app.inject('/api/openapi.json')).body
  folder = await mkdtemp(join(tmpdir(), 'acarreo-client-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

it('the recommended rules of Redocly find in the API document only what is meant', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: document, absoluteRef: join(folder, 'api.json'), config })
  const found = problems.map(({ ruleId, location: [place] }) => `${ruleId} ${place?.pointer}`)
  expect(found.sort()).toEqual([
    // `/api/evidence/links/file` is a link: no hash is called so.
    'no-ambiguous-paths #/paths/~1api~1evidence~1links~1{linkId}',
  ])
})

it('a client made of the API document compiles strictly, and drives a trip', async () => {
  await writeFile(join(folder, 'api.json'), document)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['trip.mts'] }),
  )
  await copyFile(join(root, 'test/support/generated-client/trip.mts'), join(folder, 'trip.mts'))
  const generate = join(root, 'node_modules/openapi-typescript/bin/cli.js')
  const types = ['--import', WITH_TYPESCRIPT_5, generate, 'api.json', '-o', 'api.d.ts']
  await run(process.execPath, types, { cwd: folder })
  const compile = join(root, 'node_modules/typescript/bin/tsc')
  const told = await run(process.execPath, [compile, '-p', '.'], { cwd: folder }).catch((error) => error)
  expect(told.stdout).toBe('')

  const origin = await t.app.listen({ host: '127.0.0.1', port: 0 })
  const { trip } = await import(pathToFileURL(join(folder, 'trip.mjs')).href)
  const people = {
    driver: { username: driver.username, password: PASSWORD },
    supervisor: { username: boss.username, password: PASSWORD },
  }
  expect(await trip(origin, people)).toEqual({
    step: 'en_route',
    again: 'active_operation',
    recorded: ['en_route', 'start_trip'],
    history: ['en_route', 'start_trip'],
    lines: 3,
    refused: 'unauthorized',
  })
}, 120_000)
