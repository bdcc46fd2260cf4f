import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { breachesOf } from '../../scripts/lib/boundary-rules.mjs'
import { scanFile, sourceFiles } from '../../scripts/lib/boundary-scan.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'acarreo-boundaries-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Line numbers of the breaches in a file of this name and text. */
function breachLines(file: string, text: string) {
  mkdirSync(join(root, dirname(file)), { recursive: true })
  writeFileSync(join(root, file), text)
  return breachesOf(scanFile(root, file), { zod: '4', pg: '8', fastify: '5' }).map(({ line }) => line)
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
  expect(breachLines('src/web/lib/a.ts', `\n\n${line}\n`)).toEqual([3])
})

test('sees no import in comments, texts and JSX', () => {
  const text =
    "// import 'pg'\n/* import 'pg' */\nexport const a = <b title=\"import 'pg'\">import 'pg'</b>\n"
  expect(breachLines('src/web/ui/a.tsx', text)).toEqual([])
})

test('a test may import test tools, but no module that its subject may not', () => {
  const tools = "import { test } from 'vitest'\nimport { buildApp } from '../../test/support/app.ts'\n"
  expect(breachLines('src/domain/a.test.ts', tools)).toEqual([])
  expect(breachLines('src/domain/b.test.ts', "import { app } from '#server/app'\n")).toEqual([1])
  expect(breachLines('src/web/c.test.tsx', "import { app } from '../server/app.ts'\n")).toEqual([1])
})

test('a file that does not parse is an error, never a clean file', () => {
  expect(() => breachLines('src/web/a.ts', 'export const = from\n')).toThrow('src/web/a.ts')
})

test('every TypeScript file under src is looked at', () => {
  breachLines('src/web/routes/deep/page.tsx', '')
  breachLines('src/domain/a.ts', '')
  breachLines('src/domain/a.mts', '')
  expect(sourceFiles(root)).toEqual(['src/domain/a.mts', 'src/domain/a.ts', 'src/web/routes/deep/page.tsx'])
})

test('an unknown folder beside the modules is a violation', () => {
  expect(breachLines('src/shared/a.ts', '')).toEqual([1])
})
