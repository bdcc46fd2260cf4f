// `npm test`: everything that must be green, in order, stopping at the first red. `npm run check`: the part without browser.
// `npm test -- unit`, `npm test -- browser`, …: one part alone; what follows its name goes to its runner.
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

void import('./lib/test-run.mjs').then(({ runTests }) => runTests(process.argv.slice(2)))
