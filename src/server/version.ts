import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Two levels up from src/server and from dist/server. */
const PACKAGE = new URL('../../package.json', import.meta.url)

/** The product's version, read once: an update of the files does not change the running process. */
export const productVersion: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version
