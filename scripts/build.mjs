// `npm run build`: always builds, even if dist is up to date.
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

void Promise.all([
  import('./lib/prepare.mjs'),
  import('./lib/install.mjs'),
  import('./lib/build-product.mjs'),
]).then(([{ endWith }, { ensureInstalled }, { buildProduct }]) =>
  ensureInstalled()
    .then(() => buildProduct())
    .catch(endWith),
)
