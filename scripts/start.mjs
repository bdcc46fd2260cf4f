// `npm start`: from a fresh clone to the running product. What follows goes to it: `npm start -- --processes 4`.
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

// Loaded only now: an old Node could not even parse what follows.
void import('./lib/prepare.mjs').then(({ prepareProduct, endWith }) =>
  prepareProduct()
    .then(() => import('../dist/server/main.js'))
    .catch(endWith),
)
