// `npm run doctor`: whether each part of this installation works, and what to do where it does not.
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

// Loaded only now: an old Node could not even parse what follows.
void import('./lib/prepare.mjs').then(({ prepareProduct, endWith }) =>
  prepareProduct()
    .then(() => import('../dist/server/doctor.js'))
    .catch(endWith),
)
