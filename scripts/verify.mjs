// `npm run verify`: whether the record of this configuration's database is what its events say.
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

// Loaded only now: an old Node could not even parse what follows.
void import('./lib/prepare.mjs').then(({ prepareProduct, endWith }) =>
  prepareProduct()
    .then(() => import('../dist/server/verify.js'))
    .catch(endWith),
)
