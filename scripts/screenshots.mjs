// `npm run screenshots`: the pictures of the README, taken from the built product with a morning's work in it.
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

// Loaded only now: an old Node could not parse it, and the scene stands on the built rules.
void import('./lib/prepare.mjs').then(({ prepareProduct, endWith }) =>
  prepareProduct()
    .then(() => import('./screenshots/main.mjs'))
    .then(({ takeScreenshots }) => takeScreenshots())
    .catch(endWith),
)
