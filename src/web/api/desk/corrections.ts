import { queryOptions } from '@tanstack/react-query'
import type { CorrectionRequest } from '#contract/http/desk/corrections'
import type { RequestOptions } from '../../lib/http.ts'
import { call, translatedQuery } from '../call.ts'
import { toCorrection } from '../operation.ts'

const STALE_MS = 10_000

/** What a supervisor wants to correct: an operation, or the event at `position` of its records. */
export interface CorrectionTarget {
  operationKey: string
  position?: number
}

/** The corrections of one operation, newest first. */
export const correctionsQuery = (operationKey: string) =>
  queryOptions({
    ...translatedQuery('GET /api/containers/:containerId/corrections', (list) => list.map(toCorrection), {
      params: { containerId: operationKey },
    }),
    staleTime: STALE_MS,
  })

/** @throws HttpError (409: the operation has changed; 422 with `earliest` and `latest`), NetworkError */
export const sendCorrection = (operationKey: string, body: CorrectionRequest, options?: RequestOptions) =>
  call('POST /api/containers/:containerId/corrections', {
    params: { containerId: operationKey },
    body,
    ...options,
  })
