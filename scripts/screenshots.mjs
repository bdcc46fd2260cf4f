// `npm run screenshots`: the pictures of the README, taken from the built product with a morning's work in it.
// `npm run screenshots -- --every FOLDER [--of CHECKOUT] [--only REGEXP]`: every screen, from this or another working tree.
// `npm run screenshots -- --compare BEFORE AFTER [--into FOLDER]`: what differs between two such folders.
import { parseArgs } from 'node:util'
import { refuseOldNode } from './lib/node-version.mjs'

refuseOldNode()

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string' },
    of: { type: 'string' },
    only: { type: 'string' },
    compare: { type: 'string' },
    into: { type: 'string' },
  },
})

async function run() {
  const { every, of, only, compare, into } = values
  if (compare !== undefined) {
    const { comparePictures } = await import('./screenshots/compare.mjs')
    return comparePictures({ before: compare, after: positionals[0] ?? '', into })
  }
  // Loaded only now: an old Node could not parse it, and the scene stands on the built rules.
  const { prepareProduct } = await import('./lib/prepare.mjs')
  await prepareProduct()
  if (every === undefined) return (await import('./screenshots/main.mjs')).takeScreenshots()
  return (await import('./screenshots/every.mjs')).takeEveryScreen({ folder: every, checkout: of, only })
}

run().catch(async (error) => (await import('./lib/prepare.mjs')).endWith(error))
