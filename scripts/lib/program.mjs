import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, ScriptFailure } from './run.mjs'

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Every place where one of `names` could lie on PATH, the first name in all folders before the second.
 * @param {readonly string[]} names
 * @param {NodeJS.ProcessEnv} env
 */
export function placesOnPath(names, env) {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/**
 * The first candidate that is a program and says with `--version` what it is. A file of the right name is not enough:
 * some distributions put a script there which only asks for another package manager.
 * @param {readonly string[]} candidates
 * @param {RegExp} version what it has to say
 * @returns {Promise<string | undefined>}
 */
export async function firstThatAnswers(candidates, version) {
  for (const candidate of candidates) {
    if (!isExecutable(candidate)) continue
    // chrome.exe ignores --version and opens a window.
    if (process.platform === 'win32') return candidate
    const { code, output } = await run(candidate, ['--version'], { capture: true })
    if (code === 0 && version.test(output)) return candidate
  }
  return undefined
}

/** Debian alone: elsewhere a package has another name, and Ubuntu's chromium needs snapd, so ID_LIKE does not count. */
function isDebianRoot() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false
  return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/**
 * What the tests stand on, installed from Debian's packages when there is none and this process may do that.
 * @param {{ find: () => Promise<string | undefined>, what: string, debian: string, missing: string,
 *   say: (line: string) => void }} program `missing`: what to tell a person who has to get it
 * @returns {Promise<string>} absolute path of the executable
 * @throws {ScriptFailure} when none can be had: these tests are never skipped in silence
 */
export async function ensureProgram({ find, what, debian, missing, say }) {
  const found = await find()
  if (found !== undefined) return found
  if (isDebianRoot()) {
    say(`No ${what} here: installing the Debian package (apt-get install ${debian})…`)
    const options = { capture: true, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    const update = await run('apt-get', ['update', '-q'], options)
    const install = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', debian], options)
    const installed = await find()
    if (installed !== undefined) return installed
    say(`${update.output}${install.output}`.trimEnd())
  }
  throw new ScriptFailure(missing)
}
