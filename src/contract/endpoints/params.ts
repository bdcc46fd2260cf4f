import { z } from 'zod'
import { idText } from '../http/id.ts'
import { DEFAULT_LINK } from '../http/links.ts'
import { reference } from '../http/text.ts'

/** Of paths that name a row. */
export const byId = z.object({ id: idText })
export const byPlace = z.object({ placeId: idText })
export const byLink = z.object({ linkId: idText })

/** By its operation key; for the public by a token or a container number too. */
export const byOperation = z.object({ containerId: reference })
export const byLinkOfOperation = byOperation.extend({ linkId: z.union([z.literal(DEFAULT_LINK), idText]) })

export const byToken = z.object({ token: reference })
/** By the name in the list of sessions, which is no number. */
export const bySession = z.object({ id: reference })
