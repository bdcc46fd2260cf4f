// `npm run second-factor-off`: takes the second factor off the administrator of this configuration's database.
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

// Loaded only now: an old Node could not even parse what follows.
void import('./lib/prepare.mjs').then(({ prepareProduct, endWith }) =>
  prepareProduct()
    .then(() => import('../dist/server/second-factor-off.js'))
    .catch(endWith),
)
