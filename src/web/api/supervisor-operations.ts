import { queryOptions } from '@tanstack/react-query'
import type { ShareResponse, SupervisorOperationsResponse } from '#contract/http/operations'
import type { StepPercentilesResponse } from '#contract/http/step-percentiles'
import { request } from '../lib/http.ts'
import { getQuery } from './get-query.ts'
import { toOperation } from './operation.ts'

const PATH = '/api/supervisor/operations'
const STALE_MS = 10_000
const QUARTER_HOUR_MS = 15 * 60 * 1000

/** The supervisor's active operations, as of the event with number `seq`. */
export async function fetchOperations(signal: AbortSignal) {
  const { operations, seq } = await request<SupervisorOperationsResponse>('GET', PATH, undefined, { signal })
  return { operations: operations.map(toOperation), seq }
}
export type OperationList = Awaited<ReturnType<typeof fetchOperations>>

/** Key of the board, which keeps its list in a store and only `seq` in the cache. */
export const boardKey = [PATH] as const

/** The active operations as a list of their own. */
export const activeOperationsQuery = queryOptions({
  queryKey: [PATH, 'behind'],
  queryFn: ({ signal }) => fetchOperations(signal),
  staleTime: STALE_MS,
})

/** How long each step usually takes here: four weeks of history, which hardly move in a quarter of an hour. */
export const stepPercentilesQuery = queryOptions({
  ...getQuery<StepPercentilesResponse>('/api/supervisor/step-percentiles'),
  staleTime: QUARTER_HOUR_MS,
  refetchInterval: QUARTER_HOUR_MS,
})

/** Makes the tracking link of one operation. */
export async function createLink(operationKey: string): Promise<string> {
  const path = `/api/containers/${encodeURIComponent(operationKey)}/share`
  return (await request<ShareResponse>('POST', path)).url
}
