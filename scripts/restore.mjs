// `npm run restore -- FILE`: fills the empty database of this configuration from a backup.
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

// npm runs scripts in the project's folder; what was typed counts from where it was typed.
const typedIn = process.env.INIT_CWD ?? process.cwd()

// Loaded only now: an old Node could not even parse what follows.
void import('./lib/prepare.mjs').then(({ prepareProduct, endWith }) =>
  prepareProduct()
    .then(async () => {
      const { resolve } = await import('node:path')
      const [file] = process.argv.slice(2)
      if (file !== undefined && !file.startsWith('s3://')) process.argv[2] = resolve(typedIn, file)
      await import('../dist/server/restore.js')
    })
    .catch(endWith),
)
