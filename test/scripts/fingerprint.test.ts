import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildFingerprint, installFingerprint } from '../../scripts/lib/fingerprint.mjs'

let root: string

const manifest = { name: 'a', scripts: { x: '1' }, dependencies: { zod: '4.0.0' } }
const write = (file: string, text: string) => writeFileSync(join(root, file), text)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'acarreo-fingerprint-'))
  mkdirSync(join(root, 'src/domain'), { recursive: true })
  write('src/domain/steps.ts', 'export const steps = 1\n')
  write('src/domain/steps.test.ts', 'a test\n')
  write('package.json', JSON.stringify(manifest))
  write('package-lock.json', '{"packages":{}}')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('the build is stale when a source changes, appears or goes', () => {
  const before = buildFingerprint(root)
  write('src/domain/steps.ts', 'export const steps = 2\n')
  const edited = buildFingerprint(root)
  write('src/domain/more.ts', '')
  const added = buildFingerprint(root)
  rmSync(join(root, 'src/domain/steps.ts'))
  const removed = buildFingerprint(root)
  expect(new Set([before, edited, added, removed]).size).toBe(4)
})

test('text moved from one file into its neighbour makes the build stale', () => {
  write('src/domain/a.ts', 'one')
  write('src/domain/b.ts', 'two')
  const before = buildFingerprint(root)
  write('src/domain/a.ts', 'onet')
  write('src/domain/b.ts', 'wo')
  expect(buildFingerprint(root)).not.toBe(before)
})

test('a configuration that appears makes the build stale', () => {
  const before = buildFingerprint(root)
  write('vite.config.ts', '')
  expect(buildFingerprint(root)).not.toBe(before)
})

test('neither dates, nor a copy, nor a test file make the build stale', () => {
  const before = buildFingerprint(root)
  write('src/domain/steps.test.ts', 'another test\n')
  utimesSync(join(root, 'src/domain/steps.ts'), 1, 1)
  expect(buildFingerprint(root)).toBe(before)
  const copy = `${root}-copy`
  cpSync(root, copy, { recursive: true })
  try {
    expect(buildFingerprint(copy)).toBe(before)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})

test('the install is stale when the lock file or a wanted package changes, not for a new script', () => {
  const before = installFingerprint(root)
  write('package.json', JSON.stringify({ ...manifest, scripts: { x: '2' } }))
  expect(installFingerprint(root)).toBe(before)
  write('package.json', JSON.stringify({ ...manifest, dependencies: { zod: '4.0.1' } }))
  const wanted = installFingerprint(root)
  expect(wanted).not.toBe(before)
  write('package-lock.json', '{"packages":{"node_modules/zod":{}}}')
  expect(installFingerprint(root)).not.toBe(wanted)
})
