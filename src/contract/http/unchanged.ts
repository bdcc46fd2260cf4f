import { z } from 'zod'

/** The second answer of a route with an ETag, for its schema. */
export const unchanged = {
  304: z.null().describe('Sin cambios desde la respuesta con el ETag de If-None-Match'),
}
