import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FeaturesResponse } from '#contract/http/entitlements'
import { HttpError } from '../lib/http.ts'
import { getQuery } from './call.ts'

const FIVE_MINUTES_MS = 5 * 60 * 1000

export type Features = FeaturesResponse['features']

/** Which premium features are open to the signed-in supervisor. The live channel keeps it current. */
export const featuresQuery = queryOptions({
  ...getQuery('GET /api/user/features'),
  staleTime: FIVE_MINUTES_MS,
  retry: 2,
})

/**
 * Refetches the features when `error` shows that the cached ones are stale: a feature was closed or the limit of
 * operators lowered. The desk then shows the lock instead of a failure.
 */
export function refreshFeaturesAfter(client: QueryClient, error: unknown): void {
  if (error instanceof HttpError && (error.code === 'premium' || error.code === 'operator_limit')) {
    void client.invalidateQueries({ queryKey: featuresQuery.queryKey })
  }
}
