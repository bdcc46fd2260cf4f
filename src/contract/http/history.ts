import { z } from 'zod'
import { eventResponse } from './operations.ts'

export const HISTORY_LIMIT_DEFAULT = 200
export const HISTORY_LIMIT_MAX = 1000

/** The part of the history query that catching up needs: everything after a sequence number, oldest first. */
export const eventsQuery = z.object({
  after: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(HISTORY_LIMIT_MAX).default(HISTORY_LIMIT_DEFAULT),
})

export const eventsResponse = z.array(eventResponse)
