import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type {
  EventResponse,
  OperationResponse,
  RecordEventRequest,
  StartOperationRequest,
  StartOperationResponse,
} from '#contract/http/operations'
import { request } from '../../lib/http.ts'
import { isWorthRetrying } from '../../lib/query-client.ts'
import { newerOperation } from './model.ts'

export const ACTIVE_KEY = ['/api/containers/active'] as const

const POLL_MS = 3000
/** A press is answered or given up within seconds; the driver decides what then. */
const WRITE_TIMEOUT_MS = 10_000

/** The operator's active operation, or null. Asked for every 3 s while the tab is shown. */
export function useActiveOperation() {
  return useQuery<OperationResponse | null>({
    queryKey: ACTIVE_KEY,
    staleTime: 0,
    refetchInterval: POLL_MS,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    // The next poll is the retry.
    retry: false,
    structuralSharing: (shown, arrived) =>
      newerOperation(
        shown as OperationResponse | null | undefined,
        (arrived ?? null) as OperationResponse | null,
      ),
  })
}

/** The events of one operation, newest first. A new `version` of the operation asks again. */
export function useOperationEvents(containerId: string, version: number) {
  return useQuery<EventResponse[]>({
    queryKey: [`/api/events/${encodeURIComponent(containerId)}`, version],
    placeholderData: keepPreviousData,
  })
}

export function useStartOperation() {
  return useMutation({
    mutationFn: (body: StartOperationRequest) =>
      request<StartOperationResponse>('POST', '/api/containers', body, { timeoutMs: WRITE_TIMEOUT_MS }),
    ...repeatable,
  })
}

export function useRecordEvent() {
  return useMutation({
    mutationFn: (body: RecordEventRequest) =>
      request<EventResponse>('POST', '/api/events', body, { timeoutMs: WRITE_TIMEOUT_MS }),
    ...repeatable,
  })
}

/** Both writes carry an eventId: sent again after a lost answer, they change nothing twice. */
const repeatable = {
  retry: (count: number, error: Error) => count < 2 && isWorthRetrying(error),
  retryDelay: 1000,
}
