import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, ScriptFailure } from './run.mjs'

const namesOnPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const fixedPlaces = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Whether the file is a browser that starts. Some distributions put a script of that name on PATH which only asks for
 * another package manager; taking it would turn every journey red with a message about something else.
 * @param {string} file
 */
async function answers(file) {
  // chrome.exe ignores --version and opens a window.
  if (process.platform === 'win32') return true
  const { code, output } = await run(file, ['--version'], { capture: true })
  return code === 0 && /chrom/i.test(output)
}

/** Where Playwright would keep its own Chromium, whether or not it was ever downloaded. */
async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/**
 * Looks for a Chromium for the journeys: `ACARREO_CHROMIUM`, Playwright's own, `CHROMIUM_PATH`, then the usual names
 * on PATH and the usual places of the platform. Everything it looks at can be passed in.
 * @param {{ env?: NodeJS.ProcessEnv, own?: () => string | Promise<string>, places?: readonly string[] }} [where]
 * @returns {Promise<string | undefined>} absolute path of the executable
 */
export async function findBrowser({
  env = process.env,
  own = playwrightsOwn,
  places = fixedPlaces[/** @type {keyof typeof fixedPlaces} */ (process.platform)] ?? [],
} = {}) {
  const chosen = env.ACARREO_CHROMIUM
  if (chosen !== undefined && isExecutable(chosen)) return chosen
  const playwrights = await own()
  if (existsSync(playwrights)) return playwrights
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = [
    ...(env.CHROMIUM_PATH === undefined ? [] : [env.CHROMIUM_PATH]),
    ...namesOnPath.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...places,
  ]
  for (const candidate of candidates) {
    if (isExecutable(candidate) && (await answers(candidate))) return candidate
  }
  return undefined
}

/** Debian's own package is a plain browser; Ubuntu's package of that name needs snapd, so ID_LIKE does not count. */
function isDebianRoot() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false
  return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/**
 * The browser for the journeys, installed from Debian's packages when there is none and this process may do that.
 * @param {{ say?: (line: string) => void }} [options]
 * @returns {Promise<string>} absolute path of the executable
 * @throws {ScriptFailure} when none can be had: the journeys are never skipped in silence
 */
export async function ensureBrowser({ say = console.log } = {}) {
  const found = await findBrowser()
  if (found !== undefined) return found
  if (isDebianRoot()) {
    say('No Chromium here: installing the Debian package (apt-get install chromium)…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const update = await run('apt-get', ['update', '-q'], { capture: true, env })
    const install = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
      capture: true,
      env,
    })
    const installed = await findBrowser()
    if (installed !== undefined) return installed
    say(`${update.output}${install.output}`.trimEnd())
  }
  throw new ScriptFailure(
    'No Chromium for the browser journeys. Install Chromium or Google Chrome, or run `npx playwright install chromium`, or set CHROMIUM_PATH.',
  )
}
