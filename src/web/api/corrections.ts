import { queryOptions } from '@tanstack/react-query'
import type { CorrectedResponse, CorrectionRequest, CorrectionResponse } from '#contract/http/corrections'
import { type RequestOptions, request } from '../lib/http.ts'
import { translatedQuery } from './get-query.ts'
import { toCorrection } from './operation.ts'

const STALE_MS = 10_000

const pathOf = (operationKey: string): string =>
  `/api/containers/${encodeURIComponent(operationKey)}/corrections`

/** What a supervisor wants to correct: an operation, or the event at `position` of its records. */
export interface CorrectionTarget {
  operationKey: string
  position?: number
}

/** The corrections of one operation, newest first. */
export const correctionsQuery = (operationKey: string) =>
  queryOptions({
    ...translatedQuery(pathOf(operationKey), (list: CorrectionResponse[]) => list.map(toCorrection)),
    staleTime: STALE_MS,
  })

/** @throws HttpError (409: the operation has changed; 422 with `earliest` and `latest`), NetworkError */
export const sendCorrection = (
  operationKey: string,
  correction: CorrectionRequest,
  options?: RequestOptions,
): Promise<CorrectedResponse> => request('POST', pathOf(operationKey), correction, options)
