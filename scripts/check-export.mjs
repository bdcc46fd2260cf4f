// `node scripts/check-export.mjs`: opens the downloaded CSV files in LibreOffice and compares what a person would see
// there with what the API says. Outside the suite, because it needs LibreOffice.
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

// Loaded only now: an old Node could not parse it, and the check stands on the built rules.
void import('./lib/prepare.mjs').then(({ prepareProduct, endWith }) =>
  prepareProduct()
    .then(() => import('./check-export/main.mjs'))
    .then(({ checkExport }) => checkExport())
    .catch(endWith),
)
