import { queryOptions } from '@tanstack/react-query'
import type { ForecastsResponse } from '#contract/http/public/forecasts'
import { getQuery, translatedQuery } from './call.ts'

const MINUTE_MS = 60_000

const toForecast = ({ containerId, milestone, steps }: ForecastsResponse[number]) => ({
  operationKey: containerId,
  milestone: steps.find(({ step }) => step === milestone) ?? null,
  steps,
})
/** When an active operation reaches its next steps; `milestone` is the next arrival or departure. */
export type OperationForecast = ReturnType<typeof toForecast>
export type StepForecast = OperationForecast['steps'][number]

/** Of each active operation. A range moves with the time that has passed. */
export const forecastsQuery = queryOptions({
  ...translatedQuery('GET /api/supervisor/forecasts', (forecasts) => forecasts.map(toForecast)),
  refetchInterval: MINUTE_MS,
})

/** How the forecasts of a month (`yyyy-MM`) turned out. */
export const calibrationQuery = (month: string) =>
  queryOptions({
    ...getQuery('GET /api/supervisor/forecasts/calibration', { query: { month } }),
    staleTime: 15 * MINUTE_MS,
  })
