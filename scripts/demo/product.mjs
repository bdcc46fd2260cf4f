import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { projectRoot } from '../lib/root.mjs'
import { ScriptFailure } from '../lib/run.mjs'

/** Longer than the server itself allows for its closing. */
const STOP_MS = 30_000

/**
 * The built product as a separate process, on the data in `dataDir`: never those of DATABASE_URL or DATA_DIR, which
 * may be somebody's real ones.
 * @param {{ say: (line: string) => void, env: NodeJS.ProcessEnv, dataDir: string, root?: string }} options `root`: the
 *   working tree that was built
 * @returns {Promise<{ origin: string, exited: Promise<number>, stop: () => Promise<void> }>} once it answers
 * @throws {ScriptFailure} when it ends instead
 */
export async function startProduct({ say, env, dataDir, root = projectRoot }) {
  const { DATABASE_URL: _ignored, PUBLIC_URL: _unused, ...rest } = env
  const child = spawn(process.execPath, [`${root}/dist/server/main.js`], {
    cwd: process.cwd(),
    // A separate group, so that Ctrl-C lets the phones finish first; on Windows that would open a window.
    detached: process.platform !== 'win32',
    env: { ...rest, DATA_DIR: dataDir, LOG_LEVEL: env.LOG_LEVEL || 'warn', LOG_FORMAT: 'text' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  /** @type {Promise<number>} */
  const exited = new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (code) => resolve(code ?? 1))
  })
  const lines = createInterface({ input: child.stdout })
  const ready = new Promise((/** @type {(origin: string) => void} */ resolve) => {
    lines.on('line', (line) => {
      const origin = /está listo: (\S+)$/.exec(line)?.[1]
      if (origin === undefined) say(line)
      else resolve(origin)
    })
  })
  const origin = await Promise.race([ready, exited])
  if (typeof origin === 'number') throw new ScriptFailure('El servidor de la demostración no arrancó.')
  return {
    origin,
    exited,
    async stop() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await exited
      clearTimeout(late)
    },
  }
}
