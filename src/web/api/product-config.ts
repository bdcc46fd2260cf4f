import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ProductConfigResponse } from '#contract/http/product-config'
import { deviceZone } from '../lib/time/day-start.ts'
import { callForResponse, getQuery } from './call.ts'

const FIVE_MINUTES_MS = 5 * 60_000

export const configQuery = queryOptions({
  ...getQuery('GET /api/config'),
  staleTime: Number.POSITIVE_INFINITY,
})

/** How this product is set up; undefined until it is known. It does not change while the page is open. */
export const useProductConfig = (): ProductConfigResponse | undefined => useQuery(configQuery).data

/** After how many minutes without a person the desk ends; 0: never, or not known yet. Asked again, because it may be changed meanwhile. */
export const useIdleMinutes = (): number =>
  useQuery({ ...configQuery, refetchInterval: FIVE_MINUTES_MS }).data?.deskIdleMinutes ?? 0

/** The zone whose days filters mean; the device's until the server has answered. */
export const useProductZone = (): string => useProductConfig()?.timezone ?? deviceZone()

/**
 * Resolves once the product answers again. Goes out during maintenance too, unlike a query.
 * @throws HttpError, NetworkError, or the abort
 */
export const checkProduct = (signal: AbortSignal): Promise<unknown> =>
  callForResponse('GET /api/config', { signal })
