import { queryOptions } from '@tanstack/react-query'
import type { SupervisorOperationsResponse } from '#contract/http/operations'
import { requestIfChanged, type Tagged } from '../../lib/http.ts'
import { call, getQuery, pathOf } from '../call.ts'
import { toOperation } from '../operation.ts'

const PATH = pathOf('GET /api/supervisor/operations')
const STALE_MS = 10_000
const QUARTER_HOUR_MS = 15 * 60 * 1000

const toList = ({ operations, seq }: SupervisorOperationsResponse) => ({
  operations: operations.map(toOperation),
  seq,
})
/** The supervisor's active operations, as of the event with number `seq`. */
export type OperationList = ReturnType<typeof toList>

/** The active operations; `held`, the answer before, when nothing has changed since (304). @throws HttpError, NetworkError */
export async function fetchOperations(
  held: Tagged<OperationList> | null,
  signal: AbortSignal,
): Promise<Tagged<OperationList>> {
  const answer = await requestIfChanged<unknown>(PATH, held, { signal })
  if (held !== null && answer === held) return held
  return { tag: answer.tag, body: toList(answer.body as SupervisorOperationsResponse) }
}

/** Key of the board, which keeps its list in a store and only `seq` in the cache. */
export const boardKey = [PATH] as const

/** The active operations as a list of their own. */
export const activeOperationsQuery = queryOptions({
  queryKey: [PATH, 'behind'],
  queryFn: async ({ signal }) => (await fetchOperations(null, signal)).body,
  staleTime: STALE_MS,
})

/** How long each step usually takes here: four weeks of history, which hardly move in a quarter of an hour. */
export const stepPercentilesQuery = queryOptions({
  ...getQuery('GET /api/supervisor/step-percentiles'),
  staleTime: QUARTER_HOUR_MS,
  refetchInterval: QUARTER_HOUR_MS,
})

/** Makes the tracking link of one operation. */
export async function createLink(operationKey: string): Promise<string> {
  const params = { containerId: operationKey }
  return (await call('POST /api/containers/:containerId/share', { params })).url
}
