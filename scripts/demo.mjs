// `npm run demo`: the product with twelve simulated trucks and separate data. Ctrl-C ends it.
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

// Loaded only now: an old Node could not parse it, and the demonstration itself stands on the built rules.
void import('./lib/prepare.mjs').then(({ prepareProduct, endWith }) =>
  prepareProduct()
    .then(() => import('./demo/main.mjs'))
    .then(({ runDemo }) => runDemo(process.argv.slice(2)))
    .catch(endWith),
)
