import { queryOptions } from '@tanstack/react-query'
import type {
  CreateOperatorRequest,
  OperatorMetricsResponse,
  OperatorResponse,
  UpdateOperatorRequest,
} from '#contract/http/operators'
import { request } from '../lib/http.ts'
import { getQuery } from './get-query.ts'

export const operatorsPath = '/api/users/operators'
const STALE_MS = 10_000

export const operatorsQuery = queryOptions({
  ...getQuery<OperatorResponse[]>(operatorsPath),
  staleTime: STALE_MS,
})

export const operatorMetricsQuery = (id: number) =>
  queryOptions({ ...getQuery<OperatorMetricsResponse>(`${operatorsPath}/${id}/metrics`), retry: 1 })

export const createOperator = (operator: CreateOperatorRequest): Promise<OperatorResponse> =>
  request('POST', operatorsPath, operator)

export const updateOperator = (id: number, change: UpdateOperatorRequest): Promise<OperatorResponse> =>
  request('PUT', `${operatorsPath}/${id}`, change)

export const removeOperator = (id: number): Promise<null> => request('DELETE', `${operatorsPath}/${id}`)
