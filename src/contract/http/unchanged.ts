import { z } from 'zod'

/** The second answer of a route with an ETag, for its schema. */
export const unchanged = { 304: z.null() }
