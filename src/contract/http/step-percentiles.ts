import { z } from 'zod'
import { EVENT_TYPES, OPERATION_TYPES } from '#domain/operation/steps'
import type { UsualRow } from '#domain/usual/usual'

/**
 * `GET /api/supervisor/step-percentiles`: how long each step usually lasts for this supervisor's operators, of the closed
 * intervals of the last 28 days; first of each step, then of narrower groups with at least 20 samples. Which group counts
 * for an operation: `src/domain/usual/usual.ts`. A step without any is left out.
 */
export const stepPercentilesResponse = z.array(
  z.object({
    operationType: z.enum(OPERATION_TYPES),
    /** The event that opens the interval. */
    eventType: z.enum(EVENT_TYPES),
    /** Null: at any place. */
    placeId: z.number().int().nullable(),
    /** Which four hours of the day (UTC), 0 to 5; null: any. */
    partOfDay: z.number().int().nullable(),
    samples: z.number().int(),
    /** Median, nearest rank, whole seconds: what is normal. */
    normalSeconds: z.number().int(),
    /** 75th percentile: beyond it a step is late. */
    p75Seconds: z.number().int(),
  }) satisfies z.ZodType<UsualRow>,
)
export type StepPercentilesResponse = z.infer<typeof stepPercentilesResponse>
