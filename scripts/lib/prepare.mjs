import { buildProduct, isBuilt } from './build-product.mjs'
import { ensureInstalled } from './install.mjs'
import { ScriptFailure } from './run.mjs'

/**
 * Everything between a fresh clone and a product that can be started. Does nothing, quickly, when all is in place.
 * @throws {ScriptFailure}
 */
export async function prepareProduct() {
  await ensureInstalled()
  if (!isBuilt()) await buildProduct()
}

/**
 * Last stop of a script: a failure in plain words is shown as such, anything unforeseen with its stack.
 * @param {unknown} error
 */
export function endWith(error) {
  console.error(error instanceof ScriptFailure ? error.message : error)
  process.exit(1)
}
