// `npm start`: from a fresh clone to the running product. What follows goes to it: `npm start -- --processes 4`.
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

// npm hands SIGTERM to its shell, which ends without handing it on: the product would go on without them, on its port.
if (process.env.npm_lifecycle_event !== undefined) {
  const shell = process.ppid
  const watching = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watching)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watching.unref()
}

// Loaded only now: an old Node could not even parse what follows.
void import('./lib/prepare.mjs').then(({ prepareProduct, endWith }) =>
  prepareProduct()
    .then(() => import('../dist/server/main.js'))
    .catch(endWith),
)
