// `npm run verify [-- --against FILE]`: whether the record of this configuration's database is what its events say.
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

// npm runs scripts in the project's folder; what was typed counts from where it was typed.
const typedIn = process.env.INIT_CWD ?? process.cwd()

// Loaded only now: an old Node could not even parse what follows.
void import('./lib/prepare.mjs').then(({ prepareProduct, endWith }) =>
  prepareProduct()
    .then(async () => {
      const { resolve } = await import('node:path')
      const at = process.argv.indexOf('--against') + 1
      const file = process.argv[at]
      if (at > 0 && file !== undefined) process.argv[at] = resolve(typedIn, file)
      await import('../dist/server/verify.js')
    })
    .catch(endWith),
)
