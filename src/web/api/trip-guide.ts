import { queryOptions } from '@tanstack/react-query'
import type { TripGuideResponse } from '#contract/http/trip-guide'
import { translatedQuery } from './get-query.ts'

const QUARTER_HOUR_MS = 15 * 60 * 1000

/** What helps the driver with what comes next; null: the answer is not the product's, a captive portal's page for example. */
export const tripGuideQuery = queryOptions({
  ...translatedQuery('/api/operator/guide', (answer: TripGuideResponse) =>
    Array.isArray(answer?.usual) && Array.isArray(answer.destinations) ? answer : null,
  ),
  staleTime: QUARTER_HOUR_MS,
})
