import { z } from 'zod'

/** The answer of a route that sends a file, for its schema: what it may be, by media type. */
export const file = (description: string, schemas: Record<string, z.ZodType>) => ({
  description,
  content: Object.fromEntries(
    Object.entries(schemas).map(([type, schema]): [string, { schema: z.ZodType<unknown> }] => [
      type,
      { schema },
    ]),
  ),
})

export const csvFile = file('CSV (RFC 4180, UTF-8)', { 'text/csv': z.string() })
