import { z } from 'zod'
import { EVENT_TYPES, OPERATION_TYPES } from '#domain/operation/steps'

/** Days of history that the percentiles cover. */
export const STEP_HISTORY_DAYS = 28

/**
 * `GET /api/supervisor/step-percentiles`: how long each step usually lasts for this supervisor's operators, of the
 * closed intervals that began within the last 28 days. A step without any is left out.
 */
export const stepPercentilesResponse = z.array(
  z.object({
    operationType: z.enum(OPERATION_TYPES),
    /** The event that opens the interval. */
    eventType: z.enum(EVENT_TYPES),
    samples: z.number().int(),
    /** 75th percentile, nearest rank, whole seconds. */
    p75Seconds: z.number().int(),
  }),
)
export type StepPercentilesResponse = z.infer<typeof stepPercentilesResponse>
