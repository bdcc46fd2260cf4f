import { spawn } from 'node:child_process'
import { projectRoot } from './root.mjs'

/** A failure already put into words for the person at the terminal: shown without a stack. */
export class ScriptFailure extends Error {
  /** @override */
  name = 'ScriptFailure'
}

/**
 * Runs a program to its end.
 * `capture: true` keeps its output to be shown only when it matters; otherwise it writes straight to the terminal.
 * A SIGTERM for this process is handed on, so that stopping the script leaves nothing running behind it.
 * (Ctrl-C needs no handing on: the terminal sends it to the whole group, and a child that hears it twice gives up tidying.)
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ capture?: boolean, cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string, seconds: number }>} code 127 when the program could not be started
 */
export function run(
  program,
  args,
  { capture = false, cwd = projectRoot, env = process.env, shell = false } = {},
) {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(program, args, {
      cwd,
      env,
      shell,
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    const handOn = () => child.kill('SIGTERM')
    const waitForChild = () => {}
    process.on('SIGTERM', handOn)
    process.on('SIGINT', waitForChild)
    /** @param {number} code */
    const finish = (code) => {
      process.off('SIGTERM', handOn)
      process.off('SIGINT', waitForChild)
      resolve({ code, output, seconds: (performance.now() - startedAt) / 1000 })
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8')
      stream?.on('data', (chunk) => {
        output += chunk
      })
    }
    child.once('error', (error) => {
      output += `${program}: ${error.message}\n`
      finish(127)
    })
    child.once('close', (code, signal) => finish(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

/**
 * Runs a script file of an installed package with this very Node.
 * @param {string} script path inside node_modules, such as `vite/bin/vite.js`
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runPackage(script, args, options) {
  return run(process.execPath, [`${projectRoot}/node_modules/${script}`, ...args], options)
}
