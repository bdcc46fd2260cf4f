import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ensureInstalled } from '../../scripts/lib/install.mjs'

let root: string
let said: string[]

const say = (line: string) => said.push(line)
const write = (file: string, text: string) => writeFileSync(join(root, file), text)
const marker = () => join(root, 'node_modules/.acarreo-installed')

/** An npm that notes how it was called, empties nothing, and ends as told. */
function fakeNpm(exitCode: number) {
  write(
    'bin/npm',
    `#!/bin/sh\necho "$@" >> calls\necho "what npm says"\nmkdir -p node_modules\nexit ${exitCode}\n`,
  )
  // Run by npm itself, this process knows the real npm by that variable.
  vi.stubEnv('npm_execpath', undefined)
  vi.stubEnv('PATH', `${join(root, 'bin')}:/usr/bin:/bin`)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'acarreo-install-'))
  said = []
  mkdirSync(join(root, 'bin'))
  writeFileSync(join(root, 'bin/npm'), '', { mode: 0o755 })
  write('package.json', '{"dependencies":{"zod":"4.0.0"}}')
  write(
    'package-lock.json',
    JSON.stringify({
      packages: {
        '': { dependencies: { zod: '4.0.0' } },
        'node_modules/zod': { version: '4.0.0', integrity: 'sha-zod' },
        'node_modules/native-here': {
          version: '1.0.0',
          integrity: 'sha-here',
          optional: true,
          os: [process.platform],
          cpu: [process.arch],
        },
        'node_modules/native-there': {
          version: '1.0.0',
          integrity: 'sha-there',
          optional: true,
          os: ['aix'],
          cpu: ['ppc64'],
        },
      },
    }),
  )
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

test('installs once, with the development packages, and not again', async () => {
  fakeNpm(0)
  expect(await ensureInstalled({ root, say })).toBe(true)
  expect(existsSync(join(root, 'calls'))).toBe(true)
  rmSync(join(root, 'calls'))
  expect(await ensureInstalled({ root, say })).toBe(false)
  expect(existsSync(join(root, 'calls'))).toBe(false)
})

test('an npm that fails leaves no mark and shows its words and its code', async () => {
  fakeNpm(3)
  await expect(ensureInstalled({ root, say })).rejects.toThrow(/what npm says[\s\S]*código 3/)
  expect(existsSync(marker())).toBe(false)
})

const hidden = (packages: object) => {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  write('node_modules/.package-lock.json', JSON.stringify({ packages }))
}
const zod = { version: '4.0.0', integrity: 'sha-zod' }
const native = { version: '1.0.0', integrity: 'sha-here' }

test('takes over a complete install that npm ci made by hand', async () => {
  fakeNpm(3)
  hidden({ 'node_modules/zod': zod, 'node_modules/native-here': native })
  expect(await ensureInstalled({ root, say })).toBe(false)
  expect(existsSync(marker())).toBe(true)
})

test('a lock file that does not answer to package.json is refused at every start, not only at the first', async () => {
  fakeNpm(1)
  hidden({ 'node_modules/zod': zod, 'node_modules/native-here': native })
  write('package.json', '{"dependencies":{"zod":"4.0.0","newcomer":"1.0.0"}}')
  await expect(ensureInstalled({ root, say })).rejects.toThrow('código 1')
  await expect(ensureInstalled({ root, say })).rejects.toThrow('código 1')
})

test.each([
  ['a package is missing', { 'node_modules/native-here': native }],
  [
    'a version differs',
    { 'node_modules/zod': { ...zod, version: '4.0.1' }, 'node_modules/native-here': native },
  ],
  ['the binaries of this platform are missing', { 'node_modules/zod': zod }],
])('does not take it over when %s', async (_name, packages) => {
  fakeNpm(0)
  hidden(packages)
  expect(await ensureInstalled({ root, say })).toBe(true)
})
