// `npm run package`: one archive of the built product with all that it needs to run but Node.
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

void Promise.all([import('./lib/prepare.mjs'), import('./lib/package-product.mjs')]).then(
  ([{ prepareProduct, endWith }, { packageProduct }]) =>
    prepareProduct()
      .then(() => packageProduct())
      .catch(endWith),
)
