import { z } from 'zod'
import { text } from './text.ts'

/** Of a list in pages. */
export const pageFields = {
  /** As `nextCursor` of the page before. */
  cursor: text().max(40).optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().int().min(1).max(200))
    .default(50),
}
