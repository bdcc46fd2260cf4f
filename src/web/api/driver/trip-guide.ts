import { queryOptions } from '@tanstack/react-query'
import { translatedQuery } from '../call.ts'

const QUARTER_HOUR_MS = 15 * 60 * 1000

/** What helps the driver with what comes next; null: the answer is not the product's, a captive portal's page for example. */
export const tripGuideQuery = queryOptions({
  ...translatedQuery('GET /api/operator/guide', (answer) =>
    Array.isArray(answer?.usual) && Array.isArray(answer.destinations) ? answer : null,
  ),
  staleTime: QUARTER_HOUR_MS,
})
