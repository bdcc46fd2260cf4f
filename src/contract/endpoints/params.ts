import { z } from 'zod'

/** Of paths that name a row: the range of PostgreSQL's integer. */
export const byId = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })
