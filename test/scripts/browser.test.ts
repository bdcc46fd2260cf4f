import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBrowser } from '../../scripts/lib/browser.mjs'

let folder: string
const nowhere = () => join(folder, 'never-downloaded')

function program(name: string, says: string, exitCode = 0) {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, `#!/bin/sh\necho "${says}"\nexit ${exitCode}\n`)
  chmodSync(file, 0o755)
  return file
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acarreo-browser-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('finds nothing on an empty PATH and says so by undefined', async () => {
  expect(await findBrowser({ env: { PATH: '' }, own: nowhere, places: [] })).toBeUndefined()
  expect(await findBrowser({ env: {}, own: nowhere, places: [] })).toBeUndefined()
})

test("takes Playwright's own before any other", async () => {
  const own = program('own', 'Chromium 1')
  const other = program('bin/chromium', 'Chromium 2')
  const env = { PATH: join(folder, 'bin'), CHROMIUM_PATH: other }
  expect(await findBrowser({ env, own: () => own, places: [] })).toBe(own)
})

test('takes CHROMIUM_PATH before the names on PATH, and goes on when nothing is there', async () => {
  const named = program('named', 'Chromium 1')
  const onPath = program('bin/google-chrome', 'Google Chrome 2')
  const PATH = `${join(folder, 'empty')}:${join(folder, 'bin')}`
  expect(await findBrowser({ env: { PATH, CHROMIUM_PATH: named }, own: nowhere, places: [] })).toBe(named)
  const gone = join(folder, 'gone')
  expect(await findBrowser({ env: { PATH, CHROMIUM_PATH: gone }, own: nowhere, places: [] })).toBe(onPath)
})

test('takes the headless shell before a browser with windows', async () => {
  program('bin/chromium', 'Chromium 1')
  const shell = program('bin/chromium-headless-shell', 'Chromium 2')
  const env = { PATH: join(folder, 'bin') }
  expect(await findBrowser({ env, own: nowhere, places: [] })).toBe(shell)
})

test('passes over a stand-in script that only asks for another package manager', async () => {
  program('bin/chromium-browser', 'Command requires the chromium snap to be installed', 1)
  const real = program('bin/google-chrome-stable', 'Google Chrome 3')
  const env = { PATH: join(folder, 'bin') }
  expect(await findBrowser({ env, own: nowhere, places: [] })).toBe(real)
})

test('passes over a file that may not be run', async () => {
  chmodSync(program('bin/chromium', 'Chromium 1'), 0o644)
  expect(await findBrowser({ env: { PATH: join(folder, 'bin') }, own: nowhere, places: [] })).toBeUndefined()
})
