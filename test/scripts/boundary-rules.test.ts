import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { violationsOf } from '../../scripts/lib/boundary-rules.mjs'
import { scanFile, sourceFiles } from '../../scripts/lib/boundary-scan.mjs'
import { table } from '../../scripts/lib/boundary-table.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'acarreo-boundaries-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Line numbers of the violations in a file of this name and text. */
function violationLines(file: string, text: string) {
  mkdirSync(join(root, dirname(file)), { recursive: true })
  writeFileSync(join(root, file), text)
  const serverPackages = { zod: '4', pg: '8', fastify: '5' }
  return violationsOf(scanFile(root, file), { table, serverPackages }).map(({ line }) => line)
}

test.each([
  ["import type { Pool } from 'pg'"],
  ["export * from 'pg'"],
  ["const load = () => import('pg')"],
  ['const load = () => import(`pg`)'],
  ["type Pool = import('pg').Pool"],
  ["import pg = require('pg')"],
  ["const pg = require('pg')"],
  ["import 'pg'"],
])('sees the import in %s', (line) => {
  expect(violationLines('src/web/lib/a.ts', `\n\n${line}\n`)).toEqual([3])
})

test('sees no import in comments, texts and JSX', () => {
  const text =
    "// import 'pg'\n/* import 'pg' */\nexport const a = <b title=\"import 'pg'\">import 'pg'</b>\n"
  expect(violationLines('src/web/ui/a.tsx', text)).toEqual([])
})

test('a test may import test tools, but no module that its subject may not', () => {
  const tools = "import { test } from 'vitest'\nimport { buildApp } from '../../test/support/app.ts'\n"
  expect(violationLines('src/domain/a.test.ts', tools)).toEqual([])
  expect(violationLines('src/domain/b.test.ts', "import { app } from '#server/app'\n")).toEqual([1])
  expect(violationLines('src/web/c.test.tsx', "import { app } from '../server/app.ts'\n")).toEqual([1])
})

test('a file that does not parse is an error, never a clean file', () => {
  expect(() => violationLines('src/web/a.ts', 'export const = from\n')).toThrow('src/web/a.ts')
})

test('every TypeScript file under src is looked at', () => {
  violationLines('src/web/routes/deep/page.tsx', '')
  violationLines('src/domain/a.ts', '')
  violationLines('src/domain/a.mts', '')
  expect(sourceFiles(root)).toEqual(['src/domain/a.mts', 'src/domain/a.ts', 'src/web/routes/deep/page.tsx'])
})

test('an unknown folder beside the modules is a violation', () => {
  expect(violationLines('src/shared/a.ts', '')).toEqual([1])
})
