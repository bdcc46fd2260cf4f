import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, ScriptFailure } from './run.mjs'

/** Valkey is what Redis was before its licence changed; the product uses nothing that tells them apart. */
const names = ['redis-server', 'valkey-server']

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {string} file */
async function answers(file) {
  const { code, output } = await run(file, ['--version'], { capture: true })
  return code === 0 && /(redis|valkey|server)\b.* v=/i.test(output)
}

/**
 * Looks for a Redis server for the tests: `ACARREO_REDIS`, then `redis-server` and `valkey-server` on PATH.
 * @param {{ env?: NodeJS.ProcessEnv }} [where]
 * @returns {Promise<string | undefined>} absolute path of the executable
 */
export async function findRedis({ env = process.env } = {}) {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = [
    ...(env.ACARREO_REDIS === undefined ? [] : [env.ACARREO_REDIS]),
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
  ]
  for (const candidate of candidates) {
    if (isExecutable(candidate) && (await answers(candidate))) return candidate
  }
  return undefined
}

/** Debian alone: elsewhere the package has another name. */
function isDebianRoot() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false
  return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/**
 * The Redis server for the tests, installed from Debian's packages when there is none and this process may do that.
 * @param {{ say?: (line: string) => void }} [options]
 * @returns {Promise<string>} absolute path of the executable
 * @throws {ScriptFailure} when none can be had: these tests are never skipped in silence
 */
export async function ensureRedis({ say = console.log } = {}) {
  const found = await findRedis()
  if (found !== undefined) return found
  if (isDebianRoot()) {
    say('No Redis here: installing the Debian package (apt-get install redis-server)…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const update = await run('apt-get', ['update', '-q'], { capture: true, env })
    const install = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'redis-server'], {
      capture: true,
      env,
    })
    const installed = await findRedis()
    if (installed !== undefined) return installed
    say(`${update.output}${install.output}`.trimEnd())
  }
  throw new ScriptFailure(
    'No Redis for the tests of several processes. Install redis-server or valkey-server, or name one with ACARREO_REDIS.',
  )
}
