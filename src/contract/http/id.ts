import { z } from 'zod'

/** The greatest `integer` of PostgreSQL: no row has a greater id, and comparing with one is an error. */
const MAX = 2 ** 31 - 1

/** The number of a row. */
export const id = z.int().min(1).max(MAX)

/** The same in a path or a query. */
export const idText = z.coerce.number<string | number>().int().min(1).max(MAX)
