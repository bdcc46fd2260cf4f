import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** Two levels up from src/server and from dist/server. */
const PACKAGE = new URL('../../package.json', import.meta.url)

/** Written by the build (scripts/lib/build-product.mjs); beside the source there is none. */
const BUILD = new URL('build.json', import.meta.url)

/** The product's version, read once: an update of the files does not change the running process. */
export const productVersion: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version

/** The commit that was built, twelve digits, with `-dirty` behind them when files differed from it; null: unknown. */
export const productCommit: string | null = existsSync(BUILD)
  ? z.object({ commit: z.string().nullable() }).parse(JSON.parse(readFileSync(BUILD, 'utf8'))).commit
  : null
