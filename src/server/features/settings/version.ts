import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The same four levels up from src/server/features/settings and from dist/server/features/settings. */
const PACKAGE = new URL('../../../../package.json', import.meta.url)

/** The product's version. Read once: what was started is what runs, whatever is installed beside it meanwhile. */
export const productVersion: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version
