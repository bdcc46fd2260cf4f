import { z } from 'zod'
import { STEP_TYPES } from '#domain/operation/steps'

/**
 * When a step is reached, by the supervisor's own trips: half of those most alike by `fromAt`, nine of ten by `toAt`. Both are
 * null when hardly any took as long already (`late`), or there are too few trips (`unknown`).
 */
export const stepForecastResponse = z.object({
  step: z.enum(STEP_TYPES),
  kind: z.enum(['range', 'late', 'unknown']),
  fromAt: z.string().nullable(),
  toAt: z.string().nullable(),
})
export type StepForecastResponse = z.infer<typeof stepForecastResponse>

/** `GET /api/supervisor/forecasts`: of each active operation. */
export const forecastsResponse = z.array(
  z.object({
    containerId: z.string(),
    /** The next arrival or departure; it is among `steps`. */
    milestone: z.enum(STEP_TYPES).nullable(),
    /** The steps to come, in order. */
    steps: z.array(stepForecastResponse),
  }),
)
export type ForecastsResponse = z.infer<typeof forecastsResponse>

/**
 * `GET /api/supervisor/forecasts/calibration`: what was announced for each arrival and departure in a month, repeated from
 * the trips known at the time, and what came by then.
 */
export const calibrationResponse = z.object({
  month: z.string(),
  steps: z.array(
    z.object({
      step: z.enum(STEP_TYPES),
      /** Forecasts with a range. */
      announced: z.number().int(),
      /** Of these, reached by the start of the range, and by its end. */
      byEarly: z.number().int(),
      byLate: z.number().int(),
      /** Moments with too little history to say. */
      unknown: z.number().int(),
    }),
  ),
})
export type CalibrationResponse = z.infer<typeof calibrationResponse>
