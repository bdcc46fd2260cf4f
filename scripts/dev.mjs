// `npm run dev`: the server from source with restart on change, and the page with hot reload. Ctrl-C stops both.
import { spawn } from 'node:child_process'
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

void Promise.all([import('./lib/prepare.mjs'), import('./lib/install.mjs'), import('./lib/root.mjs')]).then(
  ([{ endWith }, { ensureInstalled }, { projectRoot }]) =>
    ensureInstalled()
      .then(() => runBoth(projectRoot))
      .catch(endWith),
)

/** @param {string} root */
function runBoth(root) {
  /** @param {string[]} args */
  const begin = (args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  const children = [
    begin([
      `${root}/node_modules/tsx/dist/cli.mjs`,
      'watch',
      '--clear-screen=false',
      '--conditions=acarreo-source',
      'src/server/main.ts',
    ]),
    begin([`${root}/node_modules/vite/bin/vite.js`, '--clearScreen', 'false']),
  ]
  let running = children.length
  let ending = false
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    if (ending) return
    ending = true
    for (const child of children) child.kill(signal)
  }
  // Ctrl-C reaches the children through the terminal; a second one at once would cut the server's closing short.
  // The late one is for an interrupt that only this process got.
  process.on('SIGINT', () => {
    if (ending) return
    ending = true
    setTimeout(() => {
      for (const child of children) child.kill('SIGTERM')
    }, 3000)
  })
  process.on('SIGTERM', () => end('SIGTERM'))
  process.on('SIGHUP', () => end('SIGTERM'))
  for (const child of children) {
    child.once('exit', (code) => {
      // One is useless without the other: when one exits, the other is stopped.
      if (!ending) process.exitCode = code || 1
      end('SIGTERM')
      running -= 1
      if (running === 0) process.exit()
    })
  }
}
