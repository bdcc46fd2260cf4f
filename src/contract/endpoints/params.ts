import { z } from 'zod'
import { idText } from '../http/id.ts'
import { DEFAULT_LINK } from '../http/public/links.ts'
import { reference } from '../http/text.ts'

/** Of paths that name a row. */
export const byId = z.object({ id: idText })
/** Of a tile of the map. Below 2^z, where the map ends. */
const tileNumber = z.coerce
  .number<string | number>()
  .int()
  .min(0)
  .max(2 ** 24 - 1)
export const byTile = z
  .object({ z: tileNumber.max(24), x: tileNumber, y: tileNumber })
  .refine(({ z: zoom, x, y }) => Math.max(x, y) < 2 ** zoom)
export const byPlace = z.object({ placeId: idText })
export const byLink = z.object({ linkId: idText })

/** By its operation key; for the public by a token or a container number too. */
export const byOperation = z.object({ containerId: reference })
export const byLinkOfOperation = byOperation.extend({ linkId: z.union([z.literal(DEFAULT_LINK), idText]) })

export const byToken = z.object({ token: reference })
/** By the name in the list of sessions, which is no number. */
export const bySession = z.object({ id: reference })
